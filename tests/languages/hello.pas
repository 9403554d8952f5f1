program hello;
var
    name: string;
begin
    readln(name);
    writeln('Hello ', name);
end.
