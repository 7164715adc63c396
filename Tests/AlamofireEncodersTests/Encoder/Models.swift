import AlamofireEncoders

/// A model with a value of each simple kind.
struct Order: Encodable, Sendable {
    struct Owner: Encodable, Sendable {
        var a = "a"
    }

    var one = "one"
    var two = 2
    var three = true
    var four = [1, 2, 3]
    var five = ["a": "a"]
    var six = ["a": ["b": "b"]]
    var seven = Owner()
}

/// A model with a missing field.
struct Sparse: Encodable, Sendable {
    var one = "one"
    var two: String?
}

/// A class, whose subclass encodes its own fields next to the inherited ones.
class Animal: Encodable {
    var one = "one"
    var two = 2
    var three = true
}

/// A class whose fields are next to the inherited ones.
final class Dog: Animal {
    var four = [1, 2, 3]
    var five = ["a": "a", "b": "b"]

    private enum CodingKeys: String, CodingKey {
        case four, five
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(four, forKey: .four)
        try container.encode(five, forKey: .five)
    }
}

/// A class that asks for every kind of super encoder. Of two for one key the later is kept.
final class Cat: Animal {
    private enum CodingKeys: String, CodingKey {
        case four, five
    }

    override func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: CodingKeys.self)
        try keyed.encode([1, 2, 3], forKey: .four)
        try keyed.encode(["a": "a", "b": "b"], forKey: .five)
        var parent = keyed.superEncoder().container(keyedBy: CodingKeys.self)
        try parent.encode(one, forKey: .four)
        var named = keyed.superEncoder(forKey: .four).container(keyedBy: CodingKeys.self)
        try named.encode(two, forKey: .five)
        var unkeyed = keyed.nestedUnkeyedContainer(forKey: .four)
        var element = unkeyed.superEncoder().container(keyedBy: CodingKeys.self)
        try element.encode(one, forKey: .four)
    }
}

/// A model that asks for every kind of nested container.
struct Nest: Encodable, Sendable {
    private enum RootKey: String, CodingKey {
        case root
    }

    private enum Keys: String, CodingKey {
        case a
    }

    func encode(to encoder: any Encoder) throws {
        let (text, numbers) = (["string": "string"], [1, 2, 3])
        var container = encoder.container(keyedBy: RootKey.self)
        var keyed = container.nestedContainer(keyedBy: Keys.self, forKey: .root)
        try keyed.encode(text, forKey: .a)
        var unkeyed = container.nestedUnkeyedContainer(forKey: .root)
        try unkeyed.encode(numbers)
        var element = unkeyed.nestedContainer(keyedBy: Keys.self)
        try element.encode(text, forKey: .a)
        var row = unkeyed.nestedUnkeyedContainer()
        try row.encode(numbers)
    }
}

/// A model nested to a depth, or without end.
struct Chain: Encodable, Sendable {
    /// The number of levels that follow; `nil` for no end.
    let rest: Int?

    private enum Keys: String, CodingKey {
        case next
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        if rest != 0 { try container.encode(Chain(rest: rest.map { $0 - 1 }), forKey: .next) }
    }
}

/// A model with nested containers, whose creation cannot throw.
struct Tower: Encodable, Sendable {
    let depth: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<depth { container = container.nestedUnkeyedContainer() }
    }
}

/// A model that contains itself in an array, a dictionary and an optional.
final class Folder: Encodable, @unchecked Sendable {
    var name = "f"
    var children: [Folder] = []
    var byName: [String: Folder] = [:]
    var parent: Folder?
}
