rem nothing
