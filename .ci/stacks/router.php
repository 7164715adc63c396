<?php
// Answers with what the application's code has of a query or body, below PHP's built-in server. See install.
error_reporting(0);

require __DIR__ . '/tree.php';

function php()
{
    return $_SERVER['REQUEST_METHOD'] === 'GET' ? $_GET : (is_json() ? json_decode(body(), true) : $_POST);
}

function is_json(): bool
{
    return ($_SERVER['CONTENT_TYPE'] ?? '') === 'application/json';
}

function body(): string
{
    return file_get_contents('php://input');
}

function symfony(): array
{
    require '/usr/share/php/Symfony/Component/HttpFoundation/autoload.php';
    $request = Symfony\Component\HttpFoundation\Request::createFromGlobals();
    if ($request->isMethod('GET')) {
        return $request->query->all();
    }
    return is_json() ? $request->toArray() : $request->request->all();
}

// Laravel without its skeleton: the global middleware of a new application that reads parameters.
function laravel(): array
{
    require '/usr/share/php/Illuminate/autoload.php';
    $except = ['current_password', 'password', 'password_confirmation'];
    $trim = new class($except) extends Illuminate\Foundation\Http\Middleware\TrimStrings {
        public function __construct(array $except)
        {
            $this->except = $except;
        }
    };
    $middleware = [
        new Illuminate\Foundation\Http\Middleware\ValidatePostSize(), $trim,
        new Illuminate\Foundation\Http\Middleware\ConvertEmptyStringsToNull(),
    ];
    $read = fn ($request) => !$request->isMethod('GET') && $request->query() !== [] ? $request->input() : (
        $request->isMethod('GET')
            ? $request->query() : ($request->isJson() ? $request->json()->all() : $request->post()));
    foreach (array_reverse($middleware) as $step) {
        $read = fn ($request) => $step->handle($request, $read);
    }
    return $read(Illuminate\Http\Request::capture());
}

// WordPress before plugins and themes see the request, which is in wp-settings.php.
function wordpress()
{
    define('ABSPATH', getenv('WORDPRESS') . '/');
    define('WPINC', 'wp-includes');
    foreach (['load', 'plugin', 'formatting', 'functions'] as $name) {
        require_once ABSPATH . WPINC . "/$name.php";
    }
    wp_magic_quotes();
    return php();
}

try {
    $parameters = getenv('STACK')();
    $answer = json_encode(is_json() ? form($parameters) : entries($parameters), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR, 4096);
} catch (Throwable $error) {
    $status = $error instanceof Symfony\Component\HttpKernel\Exception\HttpExceptionInterface
        ? $error->getStatusCode()
        : ($error instanceof Symfony\Component\HttpFoundation\Exception\RequestExceptionInterface ? 400 : 500);
    $answer = json_encode(['status' => $status]);
}
echo $answer;
