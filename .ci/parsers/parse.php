<?php
// Reads queries with parse_str. See install for the form of lines in and out.
error_reporting(E_ALL & ~E_WARNING);

function form($value)
{
    if (!is_array($value)) {
        return text((string) $value);
    }
    return array_is_list($value) ? ['list', ...array_map('form', $value)] : entries($value);
}

function entries(array $values): array
{
    $tree = ['dictionary'];
    foreach ($values as $key => $value) {
        $tree[] = [text((string) $key), form($value)];
    }
    return $tree;
}

function text(string $bytes)
{
    return preg_match('//u', $bytes) ? $bytes : ['bytes' => bin2hex($bytes)];
}

while (($line = fgets(STDIN)) !== false) {
    parse_str(hex2bin(trim($line)), $values);
    echo json_encode(entries($values), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR, 4096), "\n";
}
