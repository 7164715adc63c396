/// Makes a ``ParameterValue`` of a parsed tree. It uses a stack in memory, since trees are read on threads with small
/// stacks.
struct ParsedTree {
    /// The framework's rule for dictionaries.
    enum Dictionaries {
        /// Dictionaries stay as they are.
        case plain
        /// Below the root, a dictionary that is empty or has the keys 0, 1, 2… is a list.
        case php
        /// Keys that are array indices come first.
        case javaScript
    }

    /// A collection that is being made.
    private struct Frame {
        var isArray: Bool
        /// The entries still to be made, in reverse.
        var rest: [(key: [UInt8], value: ParsedValue)]
        /// The key of the entry being made.
        var key: [UInt8] = []
        /// The entries already made. An array's elements have empty keys.
        var made: [ParameterDictionary.Element] = []

        var value: ParameterValue {
            isArray ? .array(made.map(\.value)) : .dictionary(ParameterDictionary(made))
        }
    }

    private let dictionaries: Dictionaries
    private var frames: [Frame]

    private init(_ root: ParsedDictionary, _ dictionaries: Dictionaries) {
        self.dictionaries = dictionaries
        frames = []
        frames.append(frame(of: root, isRoot: true))
    }

    /// - Throws: ``QueryParsingError`` for text that is not UTF-8.
    static func parameterValue(of root: ParsedDictionary, _ dictionaries: Dictionaries) throws -> ParameterValue {
        var tree = ParsedTree(root, dictionaries)
        return try tree.make()
    }

    private mutating func make() throws -> ParameterValue {
        while true {
            let top = frames.count - 1
            guard let (key, value) = frames[top].rest.popLast() else {
                let value = frames.removeLast().value
                guard top > 0 else { return value }
                try add(value)
                continue
            }
            frames[top].key = key
            switch value {
            case .null: try add(.null)
            case .yes: try add(.bool(true))
            case .text(let bytes): try add(.string(try text(bytes)))
            case .list(let list): frames.append(frame(of: list))
            case .dictionary(let dictionary): frames.append(frame(of: dictionary, isRoot: false))
            }
        }
    }

    private mutating func add(_ value: ParameterValue) throws {
        let top = frames.count - 1
        let key = frames[top].isArray ? "" : try text(frames[top].key)
        frames[top].made.append((key, value))
    }

    private func frame(of list: ParsedList) -> Frame {
        let rest = list.indices.reversed().compactMap { index in
            list[index].map { (key: Array(String(index).utf8), value: $0) }
        }
        return Frame(isArray: true, rest: rest)
    }

    private func frame(of dictionary: ParsedDictionary, isRoot: Bool) -> Frame {
        let order = dictionaries == .javaScript ? dictionary.javaScriptOrder : Array(dictionary.keys.indices)
        return Frame(
            isArray: dictionaries == .php && !isRoot && dictionary.isList,
            rest: order.reversed().map { (key: dictionary.keys[$0], value: dictionary.values[$0]) })
    }

    private func text(_ bytes: [UInt8]) throws -> String {
        guard let text = PercentDecoder.text(bytes) else {
            let path = frames.map { ParameterKeyPath.Component.key(String(decoding: $0.key, as: UTF8.self)) }
            throw QueryParsingError.notUTF8(key: ParameterKeyPath.text(of: path) ?? "", offset: nil)
        }
        return text
    }
}
