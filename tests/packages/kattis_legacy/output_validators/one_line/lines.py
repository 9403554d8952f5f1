def lines_of(file):
    return len(file.readlines())
