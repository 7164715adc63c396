/// The rules for comparing with a vector, by its marks.
struct ComparisonRules {
    /// The reason why the vector does not apply to a module; `nil` if it is to be compared.
    private(set) var skipReason: String?
    /// The library's deliberate difference; `nil` if it must answer as recorded.
    private(set) var difference: DeliberateDifference?
    private var rules: Set<Rule> = []

    /// Creates the rules for a vector.
    ///
    /// - Parameter takesErrorPointers: Whether the compared module has the behavior of a NULL error pointer.
    /// - Throws: ``VectorError`` for marks that are malformed.
    init(for vector: Vector, takesErrorPointers: Bool = false) throws {
        if vector.hasUnpairedSurrogate {
            skipReason = "unpaired surrogate, which a Swift string cannot hold"
            return
        }
        difference = try DeliberateDifference(of: vector)
        if difference == .errorPointer, !takesErrorPointers {
            skipReason = "the behaviour of a NULL error pointer, which only AFNetworking's API has"
        } else if difference?.decidesAnswer(of: vector) != true,
            try vector.input.optionalText("foundation") == "suspect"
        {
            try addRules(of: vector)
        }
    }

    private mutating func addRules(of vector: Vector) throws {
        let names = try vector.input.texts("rule")
        let reasons = try vector.input.texts("why") ?? names ?? []
        if reasons.isEmpty { skipReason = "suspect without a reason" }
        guard names == nil || names?.count == reasons.count else {
            throw VectorError("'rule' does not have one rule for each 'why'")
        }
        for (index, reason) in reasons.enumerated() {
            let name = names?[index]
            switch name.map(Rule.init(rawValue:)) ?? Rule(of: reason, isForm: vector.isForm) {
            case nil: skipReason = "suspect: unknown rule '\(name ?? "")'"
            case .notCompared?: skipReason = "suspect: \(reason)"
            // Alamofire's encoders were recorded with this Foundation.
            case let rule?: if !vector.isFromAlamofire { rules.insert(rule) }
            }
        }
    }

    func contains(_ rule: Rule) -> Bool { rules.contains(rule) }

    /// Whether any order of pairs is right.
    var isAnyOrderRight: Bool { contains(.anyOrder) || contains(.setOfEqualNumbers) }

    /// Returns a query string in a form that is equal for all query strings that are right.
    ///
    /// - Parameters:
    ///   - fixedCount: The number of pairs at the beginning whose order is not open.
    ///   - spelling: Returns a pair in the spelling in which it is compared.
    func normalized(
        _ query: String, isUnordered: Bool = false, fixedCount: Int = 0, spelling: (String) -> String = { $0 }
    ) -> String {
        let query = contains(.byteOrderMark) ? query.replacingOccurrences(of: Self.byteOrderMark, with: "") : query
        let all = query.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        var pairs = all.dropFirst(fixedCount).map(spelling)
        if isUnordered || isAnyOrderRight { pairs.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
        if contains(.setOfEqualNumbers) { pairs = pairs.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
        return (all.prefix(fixedCount) + pairs).joined(separator: "&")
    }

    /// U+FEFF in percent-encoding.
    static let byteOrderMark = "%EF%BB%BF"
}
