{ print "Hello " $0 }
