extension ParameterValue {
    /// Decodes a model from the value.
    ///
    /// ```swift
    /// let order = try parameters.decode(Order.self)
    /// ```
    ///
    /// Dates, bytes, infinity and NaN are decoded unchanged. A set is decoded as an array in no particular order, a
    /// decimal as a number, a URL as its string. If keys are canonically equivalent, the model reads the first.
    ///
    /// - Throws: `DecodingError` naming the key path; ``RequestSerializationError`` for a value nested deeper than 512
    ///   levels.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
        if let value = self as? Model { return value }
        let tree = try ParameterFiller.tree(of: self)
        try tree.checkIsFilled()
        return try tree.decode(TreeDecodingStrategies())
    }
}

extension ParameterTree {
    /// Throws the error of the value at which filling ended early.
    fileprivate func checkIsFilled() throws(RequestSerializationError) {
        guard nodes.end >= 0 else { return }
        do throws(ParameterFault) {
            _ = try nodes.leaf(of: nodes.end)
        } catch {
            throw error.error(at: nodes.path(of: nodes.end))
        }
    }
}
