# Asks a framework, or a parser of queries alone, for its reading. See install for the form of lines in and out.
#
#     stack.rb rails|sinatra|rack_query|rails_query
require "json"
require "stringio"
gem "rack", "~> 2.2"
require "rack"

def form(value)
  case value
  when String, Symbol then text(value.to_s)
  when Array then ["list", *value.map { |element| form(element) }]
  when Hash then ["dictionary", *value.map { |key, entry| [text(key.to_s), form(entry)] }]
  when Numeric then ["number", value.to_s]
  else value
  end
end

def text(string)
  string.valid_encoding? ? string : { bytes: string.unpack1("H*") }
end

def answer(parameters)
  JSON.generate(form(parameters), max_nesting: 4096, ascii_only: true)
end

# Rails without Railties: a route to an action, below the middleware that reads parameters or answers errors, in the
# order of a new application in production.
def rails
  require "action_controller"
  gem "actionpack", "~> 6.1"
  controller = Class.new(ActionController::Base) do
    def self.name = "ReadingsController"

    def show
      return render plain: answer(request.parameters.except("controller", "action")) if request.env["merged"]
      render plain: answer(request.get? ? request.query_parameters : request.request_parameters)
    end
  end
  controller.allow_forgery_protection = false
  Object.const_set(:ReadingsController, controller)
  routes = ActionDispatch::Routing::RouteSet.new
  routes.draw { match "/", to: "readings#show", via: %i[get post], format: false }
  Rack::Builder.new do
    use Rack::MethodOverride
    use ActionDispatch::ShowExceptions, ActionDispatch::PublicExceptions.new("/nonexistent")
    run routes
  end.to_app
end

def sinatra
  require "sinatra/base"
  Class.new(Sinatra::Base) do
    set :environment, :production
    set :show_exceptions, false
    set :raise_errors, false
    %i[get post].each { |verb| send(verb, "/") { answer(params) } }
  end
end

def rack
  ->(env) { [200, {}, [answer(Rack::Request.new(env).params)]] }
end

def rack_query
  with_parser { |query| Rack::Utils.parse_nested_query(query) }
end

# A form is read as a query is, except that a semicolon does not separate, and a NUL at its end is dropped.
def rails_query
  require "action_dispatch"
  with_parser do |query|
    parameters = ActionDispatch::Request.new(environment("query", query)).query_parameters
    next parameters if query.include?(";") || query.end_with?("\0")
    form = ActionDispatch::Request.new(environment("form", query)).request_parameters
    raise "A form is read differently." unless form == parameters
    parameters
  end
end

def with_parser
  lambda do |env|
    [200, {}, [answer(yield(env["QUERY_STRING"]))]]
  rescue StandardError => error
    error = error.cause if error.class.name == "ActionController::BadRequest"
    [200, {}, [JSON.generate(error: error.class.name.split("::").last)]]
  end
end

TYPES = { "form" => "application/x-www-form-urlencoded", "json" => "application/json" }.freeze

def environment(kind, content, query = nil)
  env = Rack::MockRequest.env_for("/", method: kind == "query" ? "GET" : "POST")
  env["rack.errors"] = StringIO.new
  return env.merge("QUERY_STRING" => content) if kind == "query"
  env.merge!("QUERY_STRING" => query, "merged" => true) if query
  env.merge("CONTENT_TYPE" => TYPES[kind], "CONTENT_LENGTH" => content.bytesize.to_s, "rack.input" => StringIO.new(content))
end

stack = send(ARGV.fetch(0))
$stdin.each_line do |line|
  kind, digits, query = line.split(" ", -1).map(&:chomp)
  # What no middleware rescues is a 500 of the server.
  status, _, body = begin
    stack.call(environment(kind, [digits.to_s].pack("H*"), query && [query].pack("H*")))
  rescue StandardError
    [500]
  end
  puts status == 200 ? body.each.to_a.join : JSON.generate(status: status)
end
