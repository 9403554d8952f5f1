<?php
echo "Hello ", trim(fgets(STDIN)), "\n";
