# Reads queries with Rack's parse_nested_query. See install for the form of lines in and out.
require "json"
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

$stdin.each_line do |line|
  query = [line.strip].pack("H*")
  answer =
    begin
      form(Rack::Utils.parse_nested_query(query))
    rescue StandardError => error
      { error: error.class.name.split("::").last }
    end
  puts JSON.generate(answer, max_nesting: 4096, ascii_only: true)
end
