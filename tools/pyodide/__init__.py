"""What runs in the reader's browser: Python, and the notebooks in JupyterLite."""
