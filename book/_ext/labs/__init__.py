"""The margin lab and the mask lab: what the site shows before a reader starts one."""
