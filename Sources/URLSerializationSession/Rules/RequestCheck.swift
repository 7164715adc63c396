/// The validation of a request before it reaches URLSession, which on Linux sends line ends in methods and names as
/// they are, drops values that contain them, and ends the process over a timeout that is not a number.
enum RequestCheck {
    /// Validates a request: its URL, its method, its fields by name, its timeout and its body, in this order.
    ///
    /// - Throws: ``RequestSerializationError`` that names the problem: a URL without a scheme, or of http and https
    ///   without a host; a method or a field's name that is not a token; a field's value with CR, LF or NUL; a
    ///   `timeoutInterval` that is negative or not a number; a body with GET or HEAD, which URLSession does not send.
    static func validate(_ request: URLRequest, hasBody: Bool = false) throws(RequestSerializationError) {
        try HTTPSyntax.validate(url: request.url, hint: ", or set a baseURL")
        let method = request.httpMethod ?? "GET"
        try HTTPSyntax.validate(method: method)
        // Sorted, so that the error always names the same one of several invalid fields.
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            try HTTPSyntax.validate(name: name, value: value)
        }
        // False for NaN as well.
        guard request.timeoutInterval >= 0 else {
            throw RequestSerializationError(
                .invalidSetting, field: "timeoutInterval",
                reason: "\(request.timeoutInterval) is not a time. Give seconds from 0 up.")
        }
        guard hasBody, ["GET", "HEAD"].contains(method) else { return }
        throw RequestSerializationError(
            .invalidSetting, field: "httpMethod",
            reason: "\(method) has no body, and URLSession sends none. Use POST, or send the values in the query.")
    }
}

extension URLRequest {
    /// The request without the fields whose single space keeps URLSession on Linux from sending the field, and from
    /// sending chunks. They belong only in the message of a task.
    package var withoutStreamFields: URLRequest {
        guard (allHTTPHeaderFields ?? [:]).values.contains(" ") else { return self }
        var request = mutableCopy
        request.removeStreamFields()
        return request
    }

    mutating func removeFields(_ names: [String]) {
        for field in (allHTTPHeaderFields ?? [:]).keys where names.contains(where: field.isEqualName) {
            setValue(nil, forHTTPHeaderField: field)
        }
    }
}
