import TestSupport
import Testing

@testable import AlamofireEncoders

/// The tree and a plain one that starts at the root for every leaf, as Alamofire's does.
@Suite(.tags(.random)) struct ModelTreeTests {
    /// The value at a place, set by whole paths.
    private indirect enum Reference: Equatable {
        case empty
        case text(String)
        case array([Reference])
        case object([String], [Reference])

        mutating func set(_ text: String, at path: ArraySlice<ModelTree.Step>) {
            guard let step = path.first else {
                self = .text(text)
                return
            }
            let rest = path.dropFirst()
            if let index = step.index {
                var elements: [Reference] = if case .array(let elements) = self { elements } else { [] }
                if !elements.indices.contains(index) { elements.append(.empty) }
                elements[min(index, elements.count - 1)].set(text, at: rest)
                self = .array(elements)
            } else {
                var (keys, values): ([String], [Reference]) =
                    if case .object(let keys, let values) = self { (keys, values) } else { ([], []) }
                let place = keys.firstIndex(of: step.key) ?? keys.count
                if place == keys.count { (keys, values) = (keys + [step.key], values + [.empty]) }
                keys[place] = step.key
                values[place].set(text, at: rest)
                self = .object(keys, values)
            }
        }
    }

    private static func contents(of tree: ModelTree, _ node: Int = 0) -> Reference {
        let content = tree.nodes[node]
        let children = content.children.map { contents(of: tree, Int($0)) }
        return switch content.kind {
        case .empty: .empty
        case .text: .text(String(decoding: tree.texts[content.text], as: UTF8.self))
        case .array: .array(children)
        case .object: .object(content.children.map { tree.nodes[Int($0)].key }, children)
        }
    }

    /// Every path of up to four steps may occur, containers are kept and used in turns, and few steps are different.
    /// Leaves therefore meet containers, texts meet integers, and indices lie beyond the end.
    @Test(arguments: 0..<UInt64(Effort.times(100)))
    func leavesStandWhereAPlainTreeHasThem(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        func step() -> ModelTree.Step {
            number(2) == 0
                ? ModelTree.Step(index: number(4))
                : ModelTree.Step(ModelKey(stringValue: ["a", "b", "é", "e\u{301}"][number(4)]))
        }
        var tree = ModelTree()
        var reference = Reference.object([], [])
        var places: [(place: Int32, path: [ModelTree.Step])] = [(ModelTree.root, [])]
        for count in 0..<(20 + number(60)) {
            let (place, path) = places[number(places.count)]
            let step = step()
            if number(3) == 0, path.count < 3 {
                places.append((tree.place(step, below: place), path + [step]))
                continue
            }
            let start = tree.texts.count
            tree.texts += Array("\(count)".utf8)
            if number(12) == 0 {
                tree.setText(from: start, at: place)
                reference.set("\(count)", at: path[...])
            } else {
                tree.setText(from: start, step, below: place)
                reference.set("\(count)", at: (path + [step])[...])
            }
            #expect(Self.contents(of: tree) == reference, "after \(count) steps")
        }
    }

    @Test func objectWithManyKeysFindsThemAgain() {
        var tree = ModelTree()
        for round in 0..<2 {
            for key in 0..<1_000 {
                let start = tree.texts.count
                tree.texts += Array("\(round)".utf8)
                tree.setText(from: start, ModelTree.Step(ModelKey(stringValue: "key \(key)")), below: ModelTree.root)
            }
        }
        #expect(tree.nodes[0].children.count == 1_000)
        #expect(tree.nodes.dropFirst().allSatisfy { tree.texts[$0.text] == [UInt8(ascii: "1")] })
    }

    @Test func canonicallyEquivalentKeysAreOneAmongManyAsWell() {
        var tree = ModelTree()
        let keys = (0..<40).map { "k\($0)" } + ["é", "e\u{301}"]
        for key in keys {
            let start = tree.texts.count
            tree.texts += Array(key.utf8)
            tree.setText(from: start, ModelTree.Step(ModelKey(stringValue: key)), below: ModelTree.root)
        }
        #expect(tree.nodes[0].children.count == 41)
        #expect(tree.nodes.last?.key.utf8.count == 3)
    }

    @Test func negativeIndexAppends() {
        var tree = ModelTree()
        for text in ["x", "y"] {
            let start = tree.texts.count
            tree.texts += Array(text.utf8)
            tree.setText(from: start, ModelTree.Step(index: -2), below: ModelTree.root)
        }
        #expect(Self.contents(of: tree) == .array([.text("x"), .text("y")]))
    }
}
