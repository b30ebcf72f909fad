"""Serve the built site as a web server would."""

import functools
import gzip
import http.server
import threading
from contextlib import contextmanager
from pathlib import Path

COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve a folder, gzipped where a web server would."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/octet-stream",
    }

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        accepts_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if not accepts_gzip or path.suffix not in COMPRESSED or not path.is_file():
            return super().do_GET()
        body = gzipped(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Say nothing."""


@functools.cache
def gzipped(path, changed):
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def serve(folder):
    """Serve a folder on localhost, and give its address."""
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()
