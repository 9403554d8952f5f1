"""`judge schema`: the JSON schemas of reports and of the files of packages."""
