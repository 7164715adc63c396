import AlamofireEncoders

struct AlamofireSubject: VectorSubject {
    var module: String { "AlamofireEncoders" }
    var takesErrorPointers: Bool { false }

    func refusals(of vector: Vector, by rules: ComparisonRules) -> Set<RequestSerializationError.Code>? { nil }

    func answer(to vector: Vector) throws -> VectorAnswer {
        switch vector.operation {
        case "alamofire-urlencoding": try urlEncoding(vector.input)
        case "alamofire-jsonencoding": try jsonEncoding(vector.input)
        default: try formEncoder(vector.input)
        }
    }

    /// Returns the request with a query string of parameters (`URLEncoding`).
    private func urlEncoding(_ input: VectorMembers) throws -> VectorAnswer {
        let encoding = URLEncoding(
            destination: try input.choice(
                "destination",
                of: ["methodDependent": .methodDependent, "queryString": .queryString, "httpBody": .httpBody])
                ?? .methodDependent,
            arrayEncoding: try input.choice(
                "array", of: ["brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets])
                ?? .brackets,
            boolEncoding: try input.choice("bool", of: ["numeric": .numeric, "literal": .literal]) ?? .numeric)
        let request = try input.originalRequest()
        let parameters = try input.untypedParameters()
        return VectorAnswer { .request(try encoding.encode(request, with: parameters)) }
    }

    /// Returns the request with parameters or an object as JSON (`JSONEncoding`).
    private func jsonEncoding(_ input: VectorMembers) throws -> VectorAnswer {
        let optionsByName: [String: JSONSerialization.WritingOptions] = [
            "prettyPrinted": .prettyPrinted, "sortedKeys": .sortedKeys, "fragmentsAllowed": .fragmentsAllowed,
            "withoutEscapingSlashes": .withoutEscapingSlashes,
        ]
        let options = try (input.texts("options") ?? []).map { name in
            guard let option = optionsByName[name] else { throw VectorError("options", names: name, no: "option") }
            return option
        }
        let encoding = JSONEncoding(options: .init(options))
        let request = try input.originalRequest()
        if input["object"] != nil {
            let object = try input.untypedValue("object")
            return VectorAnswer { .request(try encoding.encode(request, withJSONObject: object)) }
        }
        let parameters = try input.untypedParameters()
        return VectorAnswer { .request(try encoding.encode(request, with: parameters)) }
    }

    /// Returns the query string of a model (`URLEncodedFormEncoder`).
    private func formEncoder(_ input: VectorMembers) throws -> VectorAnswer {
        guard let value = try input.typedValue("value") else { throw VectorError("'value' is missing") }
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: try input["alphabetize"] == nil || input.bool("alphabetize"),
            arrayEncoding: try input.choice(
                "array", of: ["brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets])
                ?? .brackets,
            boolEncoding: try input.choice("bool", of: ["numeric": .numeric, "literal": .literal]) ?? .numeric,
            dataEncoding: try input.choice(
                "data", of: ["base64": .base64, "deferred": .deferredToData, "deferredToData": .deferredToData])
                ?? .base64,
            dateEncoding: try input.choice(
                "date",
                of: [
                    "deferredToDate": .deferredToDate, "secondsSince1970": .secondsSince1970,
                    "millisecondsSince1970": .millisecondsSince1970, "iso8601": .iso8601,
                ]) ?? .deferredToDate,
            keyEncoding: try input.choice(
                "key",
                of: [
                    "useDefaultKeys": .useDefaultKeys, "convertToSnakeCase": .convertToSnakeCase,
                    "convertToKebabCase": .convertToKebabCase, "capitalized": .capitalized, "uppercased": .uppercased,
                    "lowercased": .lowercased,
                ]) ?? .useDefaultKeys,
            keyPathEncoding: try input.choice("keyPath", of: ["brackets": .brackets, "dots": .dots]) ?? .brackets,
            nilEncoding: try input.choice(
                "nil", of: ["dropKey": .dropKey, "dropValue": .dropValue, "null": .null]) ?? .dropKey,
            spaceEncoding: try input.choice(
                "space", of: ["percentEscaped": .percentEscaped, "plusReplaced": .plusReplaced]) ?? .percentEscaped)
        return VectorAnswer { .text(try encoder.encode(EncodableParameters(value))) }
    }
}

extension VectorMembers {
    /// Returns an input as `Any`, with numbers of the types that the vector names, or `nil` if it is missing or null.
    fileprivate func untypedValue(_ name: String) throws -> Any? {
        guard !isNull(name), let value = try typedValue(name) else { return nil }
        let usesNSNumbers = try choice("numbers", of: ["swift": false, "nsnumber": true]) ?? false
        return UntypedParameters(usesNSNumbers: usesNSNumbers).value(value)
    }

    /// Returns the parameters as Alamofire's encodings take them, or `nil` if they are missing or null.
    fileprivate func untypedParameters() throws -> [String: Any]? {
        guard let value = try untypedValue("parameters") else { return nil }
        guard let parameters = value as? [String: Any] else { throw VectorError("'parameters' is not an object") }
        return parameters
    }
}
