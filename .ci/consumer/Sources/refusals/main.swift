// Prints the errors of parameters with many values that cannot be represented. The one that an error names must not
// depend on the order of a dictionary or a set, which differs between processes.
import Foundation
import URLSerialization

/// An object that no serializer represents, without an address in its text.
final class Opaque: NSObject {
    override var description: String { "opaque" }
}

/// The errors of every tree, as a query, as JSON and as a property list, one a line.
var errors: [String] {
    let request = URLRequest(url: URL(filePath: "/"))
    let serializers: [(name: String, body: (Any) throws -> Data?)] = [
        ("query", { try HTTPRequestSerializer().body(for: $0, in: request) }),
        ("JSON", { try JSONRequestSerializer().body(for: $0, in: request) }),
        ("property list", { try PropertyListRequestSerializer().body(for: $0, in: request) }),
    ]
    return trees.flatMap { tree in
        serializers.map { serializer in
            do {
                let body = try serializer.body(tree.parameters)
                return "\(tree.name), \(serializer.name): \(body?.count ?? 0) bytes"
            } catch {
                let error = error as NSError
                let code = "\(error.domain) \(error.code)"
                return "\(tree.name), \(serializer.name): \(code): \(error.localizedDescription)"
            }
        }
    }
}

var trees: [(name: String, parameters: [String: Any])] {
    let nested = bad.mapValues { ["x": ["ok": 1, "bad": $0], "y": [1, [2, $0]]] as [String: Any] }
    let unlikeKeys: [AnyHashable: Any] =
        [1: [1: 1, "1": Opaque()] as [AnyHashable: Any], 2.5: [Data(): 1, Date(): 2]]
    let mixed = Dictionary(uniqueKeysWithValues: bad.map { (AnyHashable($0), $1) })
        .merging(unlikeKeys) { first, _ in first }
    return [
        ("values", bad.merging(["deep": deep]) { first, _ in first }),
        ("nested", nested),
        ("mixed keys", ["a": mixed, "b": mixed]),
        ("sets", ["a": [set, 1] as [Any], "b": NSSet(array: [["x": Data()], ["y": Opaque()], ["z": set]])]),
        ("Foundation", ["a": NSDictionary(dictionary: nested), "b": NSDictionary(dictionary: mixed)]),
    ]
}

/// Ten values, each refused by at least one serializer.
var bad: [String: Any] {
    [
        "bytes": Data([1, 2]), "date": Date(timeIntervalSince1970: 0), "no date": Date(timeIntervalSince1970: .nan),
        "nan": Double.nan, "set": Set([1, 2]), "null": NSNull(), "url": URL(filePath: "/"), "object": Opaque(),
        "keys": [1: 1, 2: Opaque()] as [Int: Any], "opaque": { 1 },
    ]
}

/// A set of different elements that queries refuse.
var set: NSSet {
    NSSet(array: [Data([1]), Data([2]), Opaque(), ["k": Data([3])], [Opaque()], URL(filePath: "/"), NSNull()])
}

var deep: Any {
    (0..<600).reduce([1] as Any) { inner, _ in [inner] }
}

// In one write, so that processes may share a file.
FileHandle.standardOutput.write(Data(errors.map { $0 + "\n" }.joined().utf8))
