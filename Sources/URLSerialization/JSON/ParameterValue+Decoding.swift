extension ParameterValue {
    /// Decodes a model from the value.
    ///
    /// ```swift
    /// let order = try parameters.decode(Order.self)
    /// ```
    ///
    /// Dates and bytes are decoded as they are, and so are infinity and NaN. A set is decoded as an array, a decimal as a
    /// number, a URL as its string.
    ///
    /// - Throws: `DecodingError` naming the key path; ``RequestSerializationError`` for a value that is nested too deep.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
        // Values of all kinds may stand in an array, not all of them alone.
        let tree = try ModelEncoder.tree(of: ParameterValue.array([self]))
        let json = try JSONWriter(tree, options: [], strategies: .exact).data()
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let seconds = Double(text) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath, debugDescription: "'\(text)' is a string and not a date."))
            }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let models = try LargeStack.run(ifDeeper: tree.depth) { try decoder.decode([Model].self, from: json) }
        return models[0]
    }
}

extension JSONWriter.Strategies {
    /// Loses nothing of dates and numbers.
    fileprivate static let exact = JSONWriter.Strategies(
        dates: .custom { "\($0.timeIntervalSinceReferenceDate)" }, data: .base64,
        nonConformingFloats: .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"))
}
