extension ParameterValue {
    /// Decodes a model from the value.
    ///
    /// ```swift
    /// let order = try parameters.decode(Order.self)
    /// ```
    ///
    /// Dates and bytes are decoded as they are, and so are infinity and NaN. A set is decoded as an array, a decimal as
    /// a number, a URL as its string.
    ///
    /// - Throws: `DecodingError` naming the key path; ``RequestSerializationError`` for a value that `JSONDecoder`
    ///   cannot read: one that is nested too deep, a decimal that is not a number, canonically equivalent keys.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
        if let value = self as? Model { return value }
        // No text of the value begins with the mark, which distinguishes texts from values that JSON cannot represent.
        let mark = UUID().uuidString
        // JSONWriter accepts every kind of value in an array, but only collections at the root.
        let tree = try ModelEncoder.tree(of: ParameterValue.array([self]))
        let json = try JSONWriter(tree, options: [], strategies: .marked(mark)).data()
        let decoder = JSONDecoder.unmarking(mark)
        do {
            return try LargeStack.run(ifDeeper: tree.depth) { try decoder.decode([Model].self, from: json) }[0]
        } catch let error as DecodingError {
            throw error.withoutFirstKey
        }
    }
}

extension JSONWriter.Strategies {
    /// Returns strategies that write dates, bytes and non-finite numbers as texts that begin with a mark.
    fileprivate static func marked(_ mark: String) -> JSONWriter.Strategies {
        JSONWriter.Strategies(
            dates: .custom { "\(mark)\($0.timeIntervalSinceReferenceDate)" },
            data: .custom { mark + $0.base64EncodedString() },
            nonConformingFloats: .text(
                positiveInfinity: mark + "inf", negativeInfinity: mark + "-inf", nan: mark + "nan"))
    }
}

extension JSONDecoder {
    /// Returns a decoder that reads the texts of ``JSONWriter/Strategies/marked(_:)``.
    fileprivate static func unmarking(_ mark: String) -> JSONDecoder {
        @Sendable func unmarked(_ decoder: any Decoder, _ kind: String) throws -> String {
            let text = try decoder.singleValueContainer().decode(String.self)
            if text.hasPrefix(mark) { return String(text.dropFirst(mark.count)) }
            throw DecodingError.typeMismatch(
                String.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "Expected \(kind) but found a string."))
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom {
            Date(timeIntervalSinceReferenceDate: Double(try unmarked($0, "a date")) ?? .nan)
        }
        decoder.dataDecodingStrategy = .custom { Data(base64Encoded: try unmarked($0, "data")) ?? Data() }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: mark + "inf", negativeInfinity: mark + "-inf", nan: mark + "nan")
        return decoder
    }
}

extension DecodingError {
    /// The error without the first key of its path.
    fileprivate var withoutFirstKey: DecodingError {
        func shortened(_ context: Context) -> Context {
            Context(
                codingPath: Array(context.codingPath.dropFirst()), debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
        switch self {
        case .typeMismatch(let type, let context): return .typeMismatch(type, shortened(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, shortened(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, shortened(context))
        case .dataCorrupted(let context): return .dataCorrupted(shortened(context))
        @unknown default: return self
        }
    }
}
