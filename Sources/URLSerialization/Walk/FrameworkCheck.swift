/// Checks before a walk that a framework will read back what the walk writes: nothing of it is on the walk's own way.
///
/// Nulls and empty collections are the style's own affair, and the walk's.
struct FrameworkCheck {
    /// A collection whose children are being checked.
    private struct Frame {
        let isDictionary: Bool
        let children: [Child]
        var cursor = 0
    }

    private struct Child {
        let place: ParameterKeyPath.Component
        let value: Any
    }

    private let framework: QueryFramework
    private let style: QueryStyle
    private let limits: QueryLimits
    private let keys: FrameworkKeys
    private var frames: [Frame] = []
    private var pairs = 0

    /// - Throws: ``RequestSerializationError`` naming the key path.
    static func check(_ root: ParameterEntries, _ framework: QueryFramework, _ style: QueryStyle) throws {
        try style.checkIsRead(by: framework)
        var check = FrameworkCheck(framework, style)
        do {
            try check.push(root)
            try check.visitAll()
        } catch let fault as ParameterFault {
            throw fault.error(at: check.path)
        }
    }

    private init(_ framework: QueryFramework, _ style: QueryStyle) {
        self.framework = framework
        self.style = style
        limits = style.limits ?? framework.limits
        keys = FrameworkKeys(framework: framework, style: style, limits: limits)
    }

    private mutating func visitAll() throws {
        while let top = frames.indices.last {
            guard frames[top].cursor < frames[top].children.count else {
                frames.removeLast()
                continue
            }
            let child = frames[top].children[frames[top].cursor]
            frames[top].cursor += 1
            switch try style.node(of: child.value) {
            case .leaf: try countPair()
            case .array(let elements): try push(elements)
            case .dictionary(let entries): try push(entries)
            case .set:
                throw ParameterFault.misread(
                    "A set has no order, but \(framework.name) reads it back as an array. Pass an array.")
            }
        }
    }

    private var path: [ParameterKeyPath.Component] {
        frames.compactMap { $0.cursor > 0 ? $0.children[$0.cursor - 1].place : nil }
    }

    // MARK: - Collections

    private mutating func push(_ entries: ParameterEntries) throws {
        guard entries.count > 0 || frames.isEmpty else { return }
        if framework == .flat, !frames.isEmpty { throw ParameterFault.notFlat("dictionary") }
        let entries = try style.entries(of: entries)
        try push(
            Frame(
                isDictionary: true,
                children: entries.map { Child(place: .key($0.key), value: $0.value) }))
        do {
            try keys.check(
                entries.map(\.writtenKey), isRoot: frames.count == 1, isInArray: frames.contains { !$0.isDictionary })
        } catch let fault as FrameworkKeys.Fault {
            if let position = fault.position { frames[frames.count - 1].cursor = position + 1 }
            throw fault.fault
        }
    }

    private mutating func push(_ elements: ParameterElements) throws {
        guard elements.count > 0 else { return }
        switch framework {
        case .php: break
        case .rack:
            guard frames.last?.isDictionary != false else {
                throw ParameterFault.misread(
                    "Rack cannot tell the rows of an array in an array apart. Put each row in a dictionary, or send JSON."
                )
            }
        case .qs:
            if let limit = limits.elements, elements.count > limit {
                throw ParameterFault(
                    .beyondLimits,
                    "The array has \(elements.count) elements, but qs reads no more than \(limit) of one. Send it as JSON, "
                        + "or raise arrayLimit there and elements in the style's limits.")
            }
        case .flat: if frames.count > 1 { throw ParameterFault.notFlat("array") }
        }
        let all = elements.all
        try push(
            Frame(
                isDictionary: false,
                children: all.enumerated().map { Child(place: .index($0.offset), value: $0.element) }))
        guard framework == .rack, let position = try RackElements(style: style).firstMerged(of: all) else { return }
        frames[frames.count - 1].cursor = position + 1
        throw ParameterFault.misread(
            "Rack would merge this dictionary with the one before it in the array: the first of its pairs to be written is "
                + "not a single value that the other has as well. Keys are sorted; set the style's order to asGiven and "
                + "begin each of the dictionaries, of a ParameterValue or a model, with one and the same key, or send JSON."
        )
    }

    private mutating func push(_ frame: Frame) throws {
        frames.append(frame)
        // PHP and qs count brackets, of which the first key has none.
        let depth = framework == .rack ? frames.count { $0.isDictionary } : frames.count - 1
        guard framework == .flat || depth <= min(limits.depth, QueryLimits.maximumDepth) else {
            throw ParameterFault(
                .tooDeep,
                "\(framework.nameAtStart) reads no more than \(limits.depth) levels. Flatten the parameters, send them as "
                    + "JSON, or raise the style's limits and the server's.")
        }
    }

    private mutating func countPair() throws {
        pairs += 1
        guard pairs <= limits.pairs else {
            throw ParameterFault(
                .beyondLimits,
                "\(framework.nameAtStart) reads no more than \(limits.pairs) pairs, and this is one more. Send fewer, send "
                    + "them as JSON, or raise the style's limits and the server's.")
        }
    }
}

extension ParameterFault {
    static func misread(_ reason: String) -> ParameterFault { ParameterFault(.misread, reason) }

    fileprivate static func notFlat(_ kind: String) -> ParameterFault {
        misread(
            "A flat query holds leaves and arrays of leaves, but this is \(kind == "array" ? "an" : "a") \(kind) further in. "
                + "Flatten it, or send JSON.")
    }
}

extension QueryStyle {
    /// An entry of a dictionary, with the key as the query has it.
    struct WrittenEntry {
        let key: String
        let writtenKey: String
        let value: Any
    }

    func entries(of entries: ParameterEntries) throws -> [WrittenEntry] {
        try entries.all.map { entry in
            let key = try KeyText.text(of: entry.key)
            return WrittenEntry(key: key, writtenKey: keys.text(of: key), value: entry.value)
        }
    }

    /// - Throws: ``RequestSerializationError`` for a style whose keys and arrays are not those that a framework reads.
    fileprivate func checkIsRead(by framework: QueryFramework) throws {
        let isRead =
            switch (framework, arrays, keyPaths) {
            case (.php, .indices, .brackets), (.php, .indicesWhereNested, .brackets): true
            case (.rack, .brackets, .brackets), (.qs, .indices, .brackets), (.flat, .repeated, _): true
            default: false
            }
        guard !isRead else { return }
        throw RequestSerializationError(
            .invalidSetting, field: "queryStyle",
            reason: "\(framework.nameAtStart) does not read the arrays and key paths of this style. Leave arrays and "
                + "keyPaths as in QueryStyle.\(framework.rawValue), or set framework to nil.")
    }
}

extension QueryFramework {
    /// The name at the start of a sentence.
    var nameAtStart: String { self == .flat ? "A reader of flat queries" : name }
}
