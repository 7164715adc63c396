import TestSupport
import Testing

@testable import URLSerialization

/// The readings of the values of each type.
@Suite struct ParameterReadingTests {
    private struct Zero<Rest>: RawRepresentable { let rawValue: Int }
    private struct One<Rest>: RawRepresentable { let rawValue: Int }

    /// Returns an array, an optional and a raw value of types that only this number has.
    private static func value(_ number: Int) -> [String: Any] {
        func value<Rest>(_ bits: Int, _: Rest.Type) -> [String: Any] {
            guard bits > 0 else {
                return [
                    "a": [Zero<Rest>(rawValue: number)], "o": Zero<Rest>?.none as Any, "r": One<Rest>(rawValue: number),
                ]
            }
            return number >> (bits - 1) & 1 == 0 ? value(bits - 1, Zero<Rest>.self) : value(bits - 1, One<Rest>.self)
        }
        return value(14, Never.self)
    }

    /// Returns the numbers whose values are not read as they should be.
    private static func misread(_ numbers: some Sequence<Int>) -> [Int] {
        numbers.filter { number in
            (try? QueryStringSerializer().string(from: value(number))) != "a%5B%5D=\(number)&o&r=\(number)"
        }
    }

    @Test func typesMayAppearFirstOnSeveralThreadsAtOnce() {
        for first in stride(from: 0, to: 400, by: 20) {
            let failures = Locked<[Int]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let misread = Self.misread(first..<(first + 20))
                failures.withLock { $0 += misread }
            }
            #expect(failures.value == [])
        }
    }

    @Test(.tags(.random)) func typesWithoutEndAreRead() {
        let end = 400 + Effort.size(10_000, quick: 2_000)
        #expect(Self.misread(400..<end) == [])
        // The first ones and the last ones.
        #expect(Self.misread(390..<410) + Self.misread(end - 10..<end) == [])
    }

    private struct Private: Encodable, CustomReflectable {
        let name = "x"
        var customMirror: Mirror { Mirror(self, children: ["name": "y", "other": 1], displayStyle: .dictionary) }
    }

    private enum Size: String, CustomReflectable {
        case large
        var customMirror: Mirror { Mirror(reflecting: [1: 2]) }
    }

    private final class Pairs: NSDictionary {
        override var count: Int { 1 }
        override var allKeys: [Any] { ["wrong"] }
        override var allValues: [Any] { ["wrong"] }
        override func object(forKey key: Any) -> Any? { "v" }
        override func keyEnumerator() -> NSEnumerator { (["k"] as NSArray).objectEnumerator() }
    }

    /// An object whose description counts its uses.
    private final class Counter: NSObject {
        private var uses = 0
        override var description: String {
            uses += 1
            return "\(uses)"
        }
    }

    static let samples = [
        QuerySample("a model with another mirror", "v%5Bname%5D=x") { ["v": Private()] },
        QuerySample("a raw value with another mirror", "v=large") { ["v": Size.large] },
        QuerySample("in a box", "v%5B%5D=large") { ["v": NSArray(array: [Size.large])] },
        QuerySample("a subclass with other keys", "v%5Bk%5D=v") { ["v": Pairs()] },
        QuerySample("a description that changes", "v%5B%5D=1&v%5B%5D=2&v%5B%5D=3") {
            let counter = Counter()
            return ["v": [counter, counter, counter]]
        },
        QuerySample("null in an optional", "v") { ["v": Optional(NSNull()) as Any] },
        QuerySample("null in two", "v") { ["v": Optional(Optional(NSNull())) as Any] },
        QuerySample("null in an optional in an array", "v%5B%5D") { ["v": [Optional(NSNull())]] },
        QuerySample("an existential in `Any`", "v=5") {
            func erased<Value>(_ value: Value) -> Any { value }
            return ["v": erased(5 as any Sendable)]
        },
        QuerySample("an object under its superclass", "v=1") {
            func erased<Value>(_ value: Value) -> Any { value }
            return ["v": erased(NSNumber(value: true) as NSObject)]
        },
    ]

    @Test(arguments: samples)
    func valueIsReadByItsOwnType(sample: QuerySample) throws {
        #expect(try QueryStringSerializer().string(from: sample.make()) == sample.query)
    }

    /// Each type takes a slot, and several types share one.
    @Test func mixedTypesKeepTheirReadings() throws {
        let values: [Any] = [
            NSNumber(value: 1), NSNumber(value: true), "t" as NSString, Float(0.5), Int8(2), UInt16(3), NSNull(),
            Substring("s"), Character("c"), Size.large, CGFloat(4), Decimal(5), Int?.some(6) as Any,
            AnyHashable("h"), [7][...], Set([8]), NSArray(array: [9]), ["k": 10] as [AnyHashable: Any], UInt(11),
            Int16(12), Int64(13), UInt8(14), UInt32(15), UInt64(16), NSMutableString(string: "m"), [Float(17)],
        ]
        let single = try values.map { try QueryStringSerializer().string(from: ["v": [$0]]) }
        let repeated = Array(repeating: values, count: 3).flatMap { $0 }
        #expect(
            try QueryStringSerializer().string(from: ["v": repeated])
                == repeatElement(single.joined(separator: "&"), count: 3).joined(separator: "&"))
    }
}
