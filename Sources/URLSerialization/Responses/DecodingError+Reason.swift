extension DecodingError {
    /// What is wrong with a model's data, and where: `items[3].price: Expected to decode Double but found a string.`
    /// Keys that could be taken for something else are in quotes. Where Foundation names no path, as for a number that
    /// does not fit its type on Linux, or a shorter one, so it is here.
    var reason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.reason(context.debugDescription, at: context.codingPath)
        case .keyNotFound(let key, let context):
            Self.reason("The key is missing.", at: context.codingPath + [key])
        @unknown default:
            "The data is not what the model reads: \(self)"
        }
    }

    private static func reason(_ reason: String, at path: [any CodingKey]) -> String {
        let path = path.reduce(into: "") { path, key in
            let text = key.stringValue
            if let index = key.intValue, text == "Index \(index)" {
                path += "[\(index)]"
            } else {
                let isPlain = !text.isEmpty && key.intValue == nil && !text.contains { ".[]\"".contains($0) }
                path += (path.isEmpty ? "" : ".") + (isPlain ? text : text.debugDescription)
            }
        }
        return path.isEmpty ? reason : "\(path): \(reason)"
    }
}
