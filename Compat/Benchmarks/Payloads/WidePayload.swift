/// The payload *wide*: one dictionary of many pairs whose values are text, integer, double and Boolean in turn.
enum WidePayload {
    /// Returns a dictionary with this number of pairs.
    static func parameters(count: Int) -> [String: Any] {
        let fields = ["name", "quantity", "price", "available", "reference"]
        var parameters: [String: Any] = [:]
        parameters.reserveCapacity(count)
        for index in 0..<count {
            parameters["\(fields[index % fields.count])_\(index)"] = value(at: index)
        }
        return parameters
    }

    private static func value(at index: Int) -> Any {
        switch index % 4 {
        case 0: "value \(index)"
        case 1: index
        case 2: Double(index) + 0.25
        default: index % 8 == 3
        }
    }
}
