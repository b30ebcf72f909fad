"""What several programs of tools share.

`built_page` reads the pages of the site, `chromium` finds the browser, `command_line` reads
what a program is given, and `notebook_form` is the form of a stored notebook.
"""
