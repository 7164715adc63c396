# A server with the logger of Rails' default stack, which writes `Started GET "/p" for …`.
require "webrick"
require "rack"
require "action_controller"
require "rails"
require "rails/rack/logger"

Rails.logger = ActiveSupport::Logger.new($stdout)
application = ->(_) { [200, { "Content-Type" => "text/plain" }, ["ok"]] }
logged = ActionDispatch::RequestId.new(Rails::Rack::Logger.new(application), header: "X-Request-Id")
Rack::Handler::WEBrick.run(
  logged, Host: "127.0.0.1", Port: ARGV[0].to_i, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
)
