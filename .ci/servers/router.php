<?php
// Answers each form posted to PHP's built-in server with what PHP read, as JSON in the shape that forms.py describes.
//
// PHP turns names into variables, so a name is answered as the path to its value in $_POST or $_FILES:
// - leading spaces go, and before the first `[` a space and a `.` become `_`;
// - `a[b][]` is the path ["a", "b", 0]: an empty pair of brackets counts on from the largest index so far;
// - a first `[` without a `]` becomes `_`, and what follows a `]` but another `[` is dropped;
// - `%22` and `%0D%0A` stay as they are; a `\` before `"` or `\` is dropped;
// - of values under one path the last wins;
// - a file whose name has unpaired brackets, or text behind a `]`, is not taken, nor is any file after it.
// Values keep their bytes. A file's media type loses its parameters; its name is what follows the last `/` or `\`, and
// the whole of it is in `fullPath`. FrameworkRules.swift, of the interop test, has these rules as code.

const LARGE = 1024 * 1024;

/** Bytes by their text, their base64 or their checksum. */
function described(string $content): array
{
    $size = strlen($content);
    if ($size > LARGE) {
        return ["size" => $size, "crc32" => hash("crc32b", $content)];
    }
    return ["size" => $size] + (preg_match("//u", $content) ? ["text" => $content] : ["base64" => base64_encode($content)]);
}

/** The leaves of a tree of fields, each with its path. */
function fields(array $tree, array $path = []): array
{
    $found = [];
    foreach ($tree as $key => $value) {
        $here = [...$path, $key];
        array_push($found, ...(is_array($value) ? fields($value, $here) : [["name" => $here] + described($value)]));
    }
    return $found;
}

/** The leaves of one entry of $_FILES, which holds a tree of names, a tree of types and so on under each name. */
function files(array $path, mixed $names, mixed $fullPaths, mixed $types, mixed $temporary, mixed $errors): array
{
    if (is_array($names)) {
        $found = [];
        foreach ($names as $key => $name) {
            $here = [...$path, $key];
            array_push($found, ...files($here, $name, $fullPaths[$key], $types[$key], $temporary[$key], $errors[$key]));
        }
        return $found;
    }
    $content = ["error" => $errors];
    if ($errors === UPLOAD_ERR_OK) {
        $size = filesize($temporary);
        $content = $size > LARGE
            ? ["size" => $size, "crc32" => hash_file("crc32b", $temporary)]
            : described(file_get_contents($temporary));
    }
    return [["name" => $path, "fileName" => $names, "fullPath" => $fullPaths, "mediaType" => $types] + $content];
}

$files = [];
foreach ($_FILES as $name => $entry) {
    $leaves = files([$name], $entry["name"], $entry["full_path"], $entry["type"], $entry["tmp_name"], $entry["error"]);
    array_push($files, ...$leaves);
}
header("Content-Type: application/json");
echo json_encode(
    [
        "server" => "PHP " . PHP_VERSION,
        "headers" => [
            "content-type" => $_SERVER["CONTENT_TYPE"] ?? null,
            "content-length" => $_SERVER["CONTENT_LENGTH"] ?? null,
            "transfer-encoding" => $_SERVER["HTTP_TRANSFER_ENCODING"] ?? null,
            "expect" => $_SERVER["HTTP_EXPECT"] ?? null,
        ],
        "fields" => fields($_POST),
        "files" => $files,
    ],
    JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR,
);
