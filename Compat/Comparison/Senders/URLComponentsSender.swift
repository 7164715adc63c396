import URLSerialization

/// Foundation's `URLComponents`, one query item for each key at the top.
///
/// A query item has a name and a text. The usual way to make the text is string interpolation, and an array is spelled
/// by repeating its name; there is no usual way for a dictionary, nor for an array of them, and they are left out.
public struct URLComponentsSender: Sender {
    /// The type's name.
    public let name = "URLComponents"
    /// Notes on the use of the sender.
    public let notes = [
        "One URLQueryItem for each key at the top, its value \"\\(value)\"; an array of scalars repeats its name.",
        "In the URL for GET, HEAD and DELETE, otherwise percentEncodedQuery is the body.",
    ]

    /// A query item has a name and a text.
    public let queryForm = QueryForm(writesNestedCollections: false, arrays: .bare)

    /// The sender.
    public init() {}

    /// The request with the query items.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        guard case .dictionary(let entries) = try payload.value.get() else {
            throw SenderError(reason: "Query items need a dictionary at the top.")
        }
        let items = try entries.flatMap { try Self.items(for: $0.value, named: $0.key) }
        var request = request
        if ["GET", "HEAD", "DELETE"].contains(request.httpMethod ?? "") {
            guard !items.isEmpty else { return request }
            guard let url = request.url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
            else { return request }
            let present = components.queryItems ?? []
            components.queryItems = present + items
            request.url = components.url
        } else {
            var components = URLComponents()
            components.queryItems = items
            request.httpBody = Data((components.percentEncodedQuery ?? "").utf8)
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    private static func items(for value: ParameterValue, named name: String) throws -> [URLQueryItem] {
        switch value {
        case .array(let elements): try elements.compactMap { try item(for: $0, named: name) }
        case .set(let elements): try PayloadLeaf.ordered(elements).compactMap { try item(for: $0, named: name) }
        default: try item(for: value, named: name).map { [$0] } ?? []
        }
    }

    private static func item(for value: ParameterValue, named name: String) throws -> URLQueryItem? {
        switch value {
        case .null: return URLQueryItem(name: name, value: nil)
        case .bool(let value): return URLQueryItem(name: name, value: "\(value)")
        case .int(let value): return URLQueryItem(name: name, value: "\(value)")
        case .uint(let value): return URLQueryItem(name: name, value: "\(value)")
        case .double(let value): return URLQueryItem(name: name, value: "\(value)")
        case .float(let value): return URLQueryItem(name: name, value: "\(value)")
        case .decimal(let value): return URLQueryItem(name: name, value: "\(value)")
        case .string(let value): return URLQueryItem(name: name, value: value)
        case .url(let value): return URLQueryItem(name: name, value: value.absoluteString)
        case .data(let value): return URLQueryItem(name: name, value: "\(value)")
        case .date:
            // Interpolating a date that is not a number is fatal; the query's text of any other is the same.
            guard let text = PayloadLeaf(path: PayloadPath(), value: value).queryText else {
                throw SenderError(reason: "\(name) is a date outside the years 1 to 9999.")
            }
            return URLQueryItem(name: name, value: text)
        case .array, .set, .dictionary: return nil
        }
    }
}
