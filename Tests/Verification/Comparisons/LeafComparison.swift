import URLSerialization

/// The comparison of leaves as the reader of a body sees them.
enum LeafComparison {
    /// Whether two leaves are equal: numbers by value, texts by their UTF-8.
    static func areEqual(_ left: ParameterValue, _ right: ParameterValue, atSinglePrecision: Bool = false) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.date(let left), .date(let right)): return left == right
        case (.data(let left), .data(let right)): return left == right
        case (.url(let left), .url(let right)): return left == right
        default:
            guard let left = Number(left), let right = Number(right) else { return false }
            return atSinglePrecision ? Float(left.double) == Float(right.double) : left == right
        }
    }

    /// Returns a leaf as JSON would write it, or with the name of its kind if JSON cannot represent it.
    static func text(of leaf: ParameterValue) -> String {
        switch leaf {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): "\(value)"
        case .float(let value): "float \(value)"
        case .decimal(let value): "decimal \(value)"
        case .string(let value): "'\(value)'"
        case .date(let value): "date \(value.timeIntervalSince1970)"
        case .data(let value): "data \(value.base64EncodedString())"
        case .url(let value): "URL \(value.absoluteString)"
        case .array, .set, .dictionary: "a collection"
        }
    }

    private struct Number: Equatable {
        let double: Double
        /// The exact value of a number that is not floating-point.
        let exact: Decimal?
        let isSinglePrecision: Bool

        init?(_ leaf: ParameterValue) {
            switch leaf {
            case .int(let value): (double, exact, isSinglePrecision) = (Double(value), Decimal(value), false)
            case .uint(let value): (double, exact, isSinglePrecision) = (Double(value), Decimal(value), false)
            case .decimal(let value):
                (double, exact, isSinglePrecision) = (NSDecimalNumber(decimal: value).doubleValue, value, false)
            case .double(let value): (double, exact, isSinglePrecision) = (value, nil, false)
            case .float(let value): (double, exact, isSinglePrecision) = (Double(value), nil, true)
            default: return nil
            }
        }

        static func == (left: Number, right: Number) -> Bool {
            if let left = left.exact, let right = right.exact { return left == right }
            if left.isSinglePrecision || right.isSinglePrecision { return Float(left.double) == Float(right.double) }
            return left.double == right.double
        }
    }
}
