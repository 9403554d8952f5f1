print "Hello ", scalar <STDIN>;
