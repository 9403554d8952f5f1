# The diamond of Perl, and a name that a program may give to its input.
#
# expect: AC
use strict;
use warnings;
use List::Util qw(sum);

my $n = <>;
open(my $again, '<', '/dev/stdin') or die "/dev/stdin: $!";
my @lines = <$again>;
my @values = split ' ', $lines[1];
open(my $out, '>', '/dev/stdout') or die "/dev/stdout: $!";
print $out sum(@values[0 .. $n - 1]), "\n";
close $out;
