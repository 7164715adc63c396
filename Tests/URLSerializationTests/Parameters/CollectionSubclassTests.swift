import Testing
import URLSerialization

/// Subclasses of Foundation's collections that keep their elements themselves.
@Suite struct CollectionSubclassTests {
    private final class Elements: NSArray {
        override var count: Int { 3 }
        override func object(at index: Int) -> Any { index == 1 ? ["b": NSNull()] as NSDictionary : index }
    }

    private final class MutableElements: NSMutableArray {
        override var count: Int { 2 }
        override func object(at index: Int) -> Any { index == 0 ? "m" : 1.5 }
    }

    private final class Counted: NSCountedSet {
        override var count: Int { 1 }
        override func objectEnumerator() -> NSEnumerator { (["c"] as NSArray).objectEnumerator() }
    }

    private final class MutableEntries: NSMutableDictionary {
        override var count: Int { 1 }
        override func object(forKey key: Any) -> Any? { true }
        override func keyEnumerator() -> NSEnumerator { (["m"] as NSArray).objectEnumerator() }
    }

    private final class Distinct: NSSet {
        override var count: Int { 2 }
        override func member(_ object: Any) -> Any? { nil }
        override func objectEnumerator() -> NSEnumerator { (["x", "y"] as NSArray).objectEnumerator() }
    }

    private final class MutableDistinct: NSMutableSet {
        override var count: Int { 1 }
        override func member(_ object: Any) -> Any? { nil }
        override func objectEnumerator() -> NSEnumerator { ([["z"] as NSArray] as NSArray).objectEnumerator() }
    }

    private final class Entries: NSDictionary {
        override var count: Int { 2 }
        override func object(forKey key: Any) -> Any? { key as? String == "k" ? [1] as NSArray : "v" }
        override func keyEnumerator() -> NSEnumerator { (["k", "l"] as NSArray).objectEnumerator() }
    }

    private final class Ordered: NSOrderedSet {
        override init(objects: UnsafePointer<AnyObject>!, count: Int) { super.init(objects: objects, count: count) }
        required init?(coder: NSCoder) { nil }
        required convenience init(arrayLiteral elements: Any...) { self.init(objects: nil, count: 0) }
        override var count: Int { 2 }
        override func object(at index: Int) -> Any { index == 0 ? "o" : 2 }
    }

    private final class MutableOrdered: NSMutableOrderedSet {
        override init(capacity: Int) { super.init(capacity: capacity) }
        required init?(coder: NSCoder) { nil }
        required convenience init(arrayLiteral elements: Any...) { self.init(capacity: 0) }
        override var count: Int { 1 }
        override func object(at index: Int) -> Any { ["p"] as NSArray }
    }

    private final class Endless: NSArray {
        override var count: Int { 1 }
        override func object(at index: Int) -> Any { [self] as NSArray }
    }

    static let samples: [(make: @Sendable () -> Any, json: String)] = [
        ({ Elements() }, #"[0,{"b":null},2]"#), ({ Distinct() }, #"["x","y"]"#),
        ({ Entries() }, #"{"k":[1],"l":"v"}"#), ({ MutableElements() }, #"["m",1.5]"#), ({ Counted() }, #"["c"]"#),
        ({ Ordered(objects: nil, count: 0) }, #"["o",2]"#), ({ MutableOrdered(capacity: 0) }, #"[["p"]]"#),
        ({ MutableEntries() }, #"{"m":true}"#),
        ({ MutableDistinct() }, #"[["z"]]"#),
    ]

    @Test(arguments: samples.indices)
    func elementsAreEnumerated(index: Int) throws {
        let sample = Self.samples[index]
        let value = try ParameterValue(bridging: ["a": sample.make()])
        let body = try JSONRequestSerializer(writingOptions: .sortedKeys).body(of: .model(value))
        #expect(String(decoding: body, as: UTF8.self) == #"{"a":\#(sample.json)}"#)
    }

    @Test func collectionInsideItselfIsRefused() {
        expectRefusal(.tooDeep) { try JSONRequestSerializer().body(for: ["a": Endless()], in: URLRequest("POST")) }
    }
}
