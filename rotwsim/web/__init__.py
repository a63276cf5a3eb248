"""The lab: a server on this machine and its pages, which play games as soon as a rule changes."""
