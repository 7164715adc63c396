extension TreeDecodingState {
    /// Returns the error for a node that is not a value of the type that a model asks for.
    @inline(never)
    func failure(_ type: Any.Type, _ node: Int32, _ path: [any CodingKey]) -> any Error {
        if isNull(node) {
            guard type != Bool.self || !strategies.nullMismatchesBool else { return mismatch(type, node, path) }
            return DecodingError.valueNotFound(
                type, context("Cannot get value of type \(type) -- found null value instead", node, path))
        }
        var isNumeric: Bool { type is any Numeric.Type }
        switch nodes.kind(of: node) {
        case .int, .double, .number:
            return isNumeric
                ? corrupted("\(text(of: node)) does not fit in \(type).", node, path) : mismatch(type, node, path)
        case .text where type == String.self: return corrupted("The text is not UTF-8.", node, path)
        case .text where isNumeric && strategies.readsNumbersInTexts:
            let remedy =
                isEmptyText(node) ? "Make it optional, and set readsEmptyNumbersAsNull." : "Send a number in its range."
            let key = path.last?.stringValue ?? ""
            return corrupted(
                "The text \(text(of: node).quoted) of '\(key)' does not fit in \(type). \(remedy)", node, path)
        case .text where type == Bool.self && strategies.booleanOfText != nil:
            return corrupted("\(text(of: node)) is not a Bool.", node, path)
        default: break
        }
        switch nodes.other(of: node) {
        case .refusal: return nodes.refusal(of: node) ?? mismatch(type, node, path)
        case .value(.uint), .value(.float):
            if isNumeric { return corrupted("\(text(of: node)) does not fit in \(type).", node, path) }
        case .malformed(_, let malformed):
            if malformed.type.map({ $0 == type }) ?? isNumeric {
                return corrupted("\(text(of: node)) is malformed.", node, path)
            }
        default: break
        }
        return mismatch(type, node, path)
    }

    /// Returns the error for a node that is not a collection of the kind that a model asks for.
    @inline(never)
    func containerFailure(_ type: Any.Type, _ kind: String, _ node: Int32, _ depth: Int32) -> any Error {
        let path = codingPath(of: node, depth)
        guard isNull(node) else { return nodes.refusal(of: node) ?? mismatch(type, node, path) }
        return DecodingError.valueNotFound(
            type, context("Cannot get \(kind) decoding container -- found null value instead", node, path))
    }

    /// Throws the error for a node that is not a dictionary, or for a dictionary with a malformed key.
    @inline(__always)
    func checkDictionary(_ node: Int32, _ depth: Int32) throws {
        guard nodes.kind(of: node) == .dictionary else {
            throw containerFailure([String: Any].self, "keyed", node, depth)
        }
        let malformed = nodes.checkMembers(of: node)
        if malformed >= 0 { throw malformedKey(of: malformed, in: node, depth) }
    }

    @inline(never)
    private func malformedKey(of member: Int32, in node: Int32, _ depth: Int32) -> DecodingError {
        let reason = "The key \(nodes.key(of: member).string.prefix(48)) is malformed."
        return .dataCorrupted(context(reason, member, codingPath(of: node, depth), isKey: true, isMalformed: true))
    }

    func corrupted(_ reason: String, _ node: Int32, _ path: [any CodingKey]) -> DecodingError {
        var isMalformed = nodes.kind(of: node) == .text && nodes.run(of: node).firstInvalid != nil
        if case .malformed = nodes.other(of: node) { isMalformed = true }
        return .dataCorrupted(context(reason, node, path, isMalformed: isMalformed))
    }

    private func mismatch(_ type: Any.Type, _ node: Int32, _ path: [any CodingKey]) -> DecodingError {
        let (asked, found) = (ObjectIdentifier(type), description(of: node))
        let message = mismatches[asked]?[found] ?? "Expected to decode \(type) but found \(found) instead."
        mismatches[asked, default: [:]][found] = message
        return .typeMismatch(type, context(message, node, path))
    }

    /// Returns the context of an error of a node, or of its key.
    func context(
        _ description: String, _ node: Int32, _ path: [any CodingKey], isKey: Bool = false, isMalformed: Bool = false
    ) -> DecodingError.Context {
        let place = PlaceOfError(node: node, isKey: isKey, isMalformed: isMalformed)
        return .init(codingPath: path, debugDescription: description, underlyingError: place)
    }

    /// The beginning of a number or text, for errors.
    private func text(of node: Int32) -> String {
        switch (nodes.kind(of: node), nodes.other(of: node)) {
        case (.text, _), (.number, _): nodes.run(of: node).part(0..<48).string
        case (_, .malformed(let text, _)): nodes.run(of: text).part(0..<48).string
        default: leaf(node).map { "\($0)" } ?? ""
        }
    }

    private func description(of node: Int32) -> String {
        switch nodes.kind(of: node) {
        case .null: "null"
        case .bool: "bool"
        case .int, .double, .number: "number"
        case .date: "a date"
        case .text: "a string"
        case .dictionary: "a dictionary"
        case .array, .set: "an array"
        case .other:
            switch nodes.other(of: node) {
            case .value(.data), .malformed(_, .data): "data"
            case .value(.decimal), .value(.uint), .value(.float), .malformed(_, .number): "number"
            case .malformed(_, .date): "a date"
            default: "a string"
            }
        }
    }
}

extension ParameterTree.Malformed {
    /// The type, or `nil` for a number, which may have any numeric type.
    var type: Any.Type? {
        switch self {
        case .number: nil
        case .text: String.self
        case .date: Date.self
        case .data: Data.self
        }
    }
}

/// The place of an error in a tree, until decoding ends.
struct PlaceOfError: Error {
    let node: Int32
    /// Whether the error is about the node's key.
    let isKey: Bool
    /// Whether the document is malformed there.
    let isMalformed: Bool
}

/// A document whose errors have places.
protocol PlacedDocument {
    /// Returns the place of a value, or of its key, by the index of its node in the tree.
    func place(ofNode node: Int32, isKey: Bool) -> TextPlace
    /// Returns the first problem of the text after a place, if the tree's reader has passed over one.
    func problem(from place: TextPlace) -> UndecodableData?
}

extension PlacedDocument {
    func problem(from place: TextPlace) -> UndecodableData? { nil }
}

extension DecodingError {
    /// Returns the error with the place of its value in the document. The messages of a model's own errors stay
    /// unchanged, and their place is in the underlying error.
    func placed(in document: any PlacedDocument, nodeAt: ([any CodingKey]) -> Int32) -> DecodingError {
        func placed(_ context: Context, isCorrupted: Bool) -> Context {
            let own = context.underlyingError as? PlaceOfError
            guard own != nil || context.underlyingError == nil else { return context }
            let node = own.map(\.node) ?? -1
            let place = document.place(
                ofNode: node >= 0 ? node : nodeAt(context.codingPath), isKey: own?.isKey ?? false)
            let description = context.debugDescription
            var reason = "\(description.hasSuffix(".") ? String(description.dropLast()) : description), at \(place)."
            if own?.isMalformed == true, let problem = document.problem(from: place) { reason = problem.reason }
            return Context(
                codingPath: context.codingPath, debugDescription: own == nil ? description : reason,
                underlyingError: own == nil || isCorrupted ? UndecodableData(reason, at: place.byte) : nil)
        }
        return with { placed($0, isCorrupted: $1) }
    }

    /// The error of a tree without a document.
    var withoutPlace: DecodingError {
        with { context, _ in
            guard context.underlyingError is PlaceOfError else { return context }
            return Context(codingPath: context.codingPath, debugDescription: context.debugDescription)
        }
    }

    /// Returns the error with a changed context, given whether the data is corrupted.
    private func with(_ change: (Context, _ isCorrupted: Bool) -> Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, change(context, false))
        case .valueNotFound(let type, let context): .valueNotFound(type, change(context, false))
        case .keyNotFound(let key, let context): .keyNotFound(key, change(context, false))
        case .dataCorrupted(let context): .dataCorrupted(change(context, true))
        @unknown default: self
        }
    }
}
