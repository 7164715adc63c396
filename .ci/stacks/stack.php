<?php
// Asks PHP, Symfony, Laravel or WordPress, below PHP's built-in server, for its reading of queries and bodies. See
// install for the form of lines in and out.
//
//     stack.php php|symfony|laravel|wordpress

const TYPES = ['form' => 'application/x-www-form-urlencoded', 'json' => 'application/json'];

function request(string $kind, string $content, string $query): string
{
    if ($kind === 'query') {
        return "GET /?$content HTTP/1.0\r\nHost: localhost\r\n\r\n";
    }
    $length = strlen($content);
    $target = $query === '' ? '/' : "/?$query";
    $head = "POST $target HTTP/1.0\r\nHost: localhost\r\nContent-Type: " . TYPES[$kind] . "\r\nContent-Length: $length\r\n\r\n";
    return $head . $content;
}

function answer(string $address, string $kind, string $content, string $query): string
{
    $socket = stream_socket_client("tcp://$address");
    $request = request($kind, $content, $query);
    while ($request !== '') {
        $request = substr($request, fwrite($socket, $request));
    }
    // PHP's server closes the connection after a request line of more than 16 KiB.
    [$head, $body] = explode("\r\n\r\n", stream_get_contents($socket) ?: "HTTP/1.0 0\r\n\r\n", 2);
    $status = (int) explode(' ', $head)[1];
    return $status === 200 ? $body : json_encode(['status' => $status]);
}

// -n: no php.ini, so that PHP's own limits apply.
$command = [PHP_BINARY, '-n', '-S', '127.0.0.1:0'];
$settings = ['display_errors=0', 'memory_limit=1G', 'extension=mbstring', 'zend_extension=opcache', 'opcache.enable_cli=1'];
foreach ($settings as $setting) {
    array_push($command, '-d', $setting);
}
$command[] = __DIR__ . '/router.php';
$streams = [1 => ['file', '/dev/null', 'w'], 2 => ['pipe', 'w']];
$server = proc_open($command, $streams, $pipes, null, ['STACK' => $argv[1]] + getenv());
do {
    $line = fgets($pipes[2]) ?: exit("PHP's server did not start.\n");
} while (!preg_match('~http://(\S+)\) started~', $line, $found));
// The server's log must not fill the pipe.
stream_set_blocking($pipes[2], false);
while (($line = fgets(STDIN)) !== false) {
    [$kind, $digits, $query] = [...explode(' ', rtrim($line, "\n")), ''];
    echo answer($found[1], $kind, hex2bin($digits), hex2bin($query)), "\n";
    stream_get_contents($pipes[2]);
}
proc_terminate($server);
