/// Makes a ``ParameterValue`` of a tree that was read. It keeps its own stack, as trees are read on threads whose stack is
/// small.
struct ParsedTree {
    /// What there is to know of dictionaries.
    enum Dictionaries {
        /// They are what they are.
        case plain
        /// Below the root, one with the keys 0, 1, 2…, or none, is a list.
        case php
        /// Keys that are array indices come first.
        case javaScript
    }

    /// A collection, as far as it is made.
    private struct Frame {
        var isArray: Bool
        /// What is still to be made, in reverse.
        var rest: [(key: [UInt8], value: ParsedValue)]
        /// The key of what is being made.
        var key: [UInt8] = []
        /// An array's elements have no keys.
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
