# Reads queries with Rack's parse_nested_query, or as a Rails action does. See install for the form of lines in and out.
require "json"
require "stringio"
gem "rack", "~> 2.2"
require "rack"

def form(value)
  case value
  when String then text(value)
  when Array then ["list", *value.map { |element| form(element) }]
  when Hash then ["dictionary", *value.map { |key, entry| [text(key), form(entry)] }]
  else value
  end
end

def text(string)
  string.valid_encoding? ? string : { bytes: string.unpack1("H*") }
end

def with_rack(query)
  Rack::Utils.parse_nested_query(query)
end

# A form is read as a query is, except that a semicolon does not separate, and a NUL at its end is dropped.
def with_rails(query)
  get = { "REQUEST_METHOD" => "GET", "QUERY_STRING" => query, "rack.input" => StringIO.new }
  parameters = ActionDispatch::Request.new(get).query_parameters
  return parameters if query.include?(";") || query.end_with?("\0")
  post = {
    "REQUEST_METHOD" => "POST", "QUERY_STRING" => "", "CONTENT_TYPE" => "application/x-www-form-urlencoded",
    "CONTENT_LENGTH" => query.bytesize.to_s, "rack.input" => StringIO.new(query)
  }
  raise "A form is read differently." unless ActionDispatch::Request.new(post).request_parameters == parameters
  parameters
end

parser = ARGV.fetch(0)
require "action_dispatch" if parser == "rails"

$stdin.each_line do |line|
  query = [line.strip].pack("H*")
  answer =
    begin
      form(send("with_#{parser}", query))
    rescue StandardError => error
      error = error.cause if error.class.name == "ActionController::BadRequest"
      { error: error.class.name.split("::").last }
    end
  puts JSON.generate(answer, max_nesting: 4096, ascii_only: true)
end
