/// The payload *wide*: one dictionary of many pairs whose values are in turn text, integer, double and Boolean.
enum WidePayload {
    /// A dictionary of this many pairs.
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
