import SerializerComparison
import URLSerialization

/// Sends a body that was written by hand.
struct FixedSender: Sender {
    let name = "FixedSender"
    let notes: [String] = []
    let contentType: String
    let body: String

    /// A form's query string.
    init(query: String) {
        contentType = "application/x-www-form-urlencoded"
        body = query
    }

    /// JSON.
    init(json: String) {
        contentType = "application/json"
        body = json
    }

    func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        var request = request
        request.httpBody = Data(body.utf8)
        request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        return request
    }
}

/// Compares a payload sent to a fixed URL.
func compare(
    _ parameters: Any, method: String = "POST", url: String = "https://api.example.com/orders",
    with senders: [any Sender] = Senders.all
) throws -> Comparison {
    Comparison(
        of: Payload(name: "payload", format: .json, parameters: parameters), method: method, url: try url.asURL(),
        senders: senders)
}

extension StrategyChoices {
    /// The chosen value of an option. A name that is not in the table is the test's mistake.
    subscript(option: String) -> String {
        get { self[option] ?? "" }
        set {
            do { try choose(newValue, for: option) } catch { preconditionFailure("\(error)") }
        }
    }
}
