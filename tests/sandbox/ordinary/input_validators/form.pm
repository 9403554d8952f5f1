# A validator in Perl.
#
# expect: AC
use strict;
use warnings;

open(my $in, '<', '/dev/stdin') or die $!;
local $/;
my $text = <$in>;
if ($text !~ /\A([1-9]\d{0,2})\n((?:\d{1,4} )*\d{1,4})\n\z/) {
    open(my $complaint, '>', '/dev/stderr') or die $!;
    print $complaint "the form is wrong\n";
    exit 43;
}
my ($n, $line) = ($1, $2);
my @values = split ' ', $line;
exit(@values == $n && !grep({ $_ < 1 || $_ > 1000 } @values) ? 42 : 43);
