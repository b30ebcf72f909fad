"""What made files that are committed, run again only to renew one of them."""
