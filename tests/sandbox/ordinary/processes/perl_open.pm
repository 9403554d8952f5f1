# Pipes of Perl: open with a command, backticks, fork and wait.
#
# expect: AC
use strict;
use warnings;

my $n = <STDIN>;
my $line = <STDIN>;
open(my $sorted, '-|', 'seq', '3') or die $!;
my @three = <$sorted>;
close $sorted;
my $twice = `echo 5`;
my $child = fork() // die $!;
exit 0 if $child == 0;
waitpid($child, 0);
my $sum = 0;
$sum += $_ for split ' ', $line;
print $sum + $? + $twice - 5, "\n";
