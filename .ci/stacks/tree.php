<?php
// Writes values in the form that install describes.

function form($value)
{
    if (is_int($value) || is_float($value)) {
        return ['number', json_encode($value)];
    }
    if (!is_array($value)) {
        return is_string($value) ? text($value) : $value;
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
