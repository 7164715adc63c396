<?php
// Reads queries with parse_str. See install for the form of lines in and out.
error_reporting(E_ALL & ~E_WARNING);
require __DIR__ . '/tree.php';

while (($line = fgets(STDIN)) !== false) {
    parse_str(hex2bin(explode(' ', rtrim($line, "\n"))[1]), $values);
    echo json_encode(entries($values), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR, 4096), "\n";
}
