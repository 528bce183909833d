"""The site: pages of docs/, rules/ and specs/, and a reference made from the sources.

`make docs` builds it into build/site; it needs no server and loads nothing from other hosts.
"""
