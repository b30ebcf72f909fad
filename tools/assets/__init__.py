"""Programs that made committed files. Each is needed again only to renew its file."""
