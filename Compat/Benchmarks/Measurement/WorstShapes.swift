import Foundation
import TestSupport
import URLSerialization
import URLSerializationXML

/// The time and memory that each reader takes for a byte of the document whose shape costs it most.
enum WorstShapes {
    private typealias Reader = (name: String, document: (Any) throws -> Data, read: (Data) throws -> Any?)

    /// Foundation's reader, whose memory is the most that those of binary lists may take.
    private static let peer = "Foundation, a binary list"

    private static var readers: [Reader] {
        let limits = QueryLimits(depth: QueryLimits.maximumDepth, pairs: .max)
        let style = QueryStyle(arrays: .indicesWhereNested)
        let query = { Data(try QueryStringSerializer(style: style).string(from: $0).utf8) }
        let xml = { try PropertyListSerialization.data(fromPropertyList: $0, format: .xml, options: 0) }
        let binary = { try PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0) }
        func all(_ name: String, _ document: @escaping (Any) throws -> Data, isJSON: Bool = false) -> [Reader] {
            func reader(_ result: String, _ serializer: some ResponseSerialization) -> Reader {
                ("\(name) to \(result)", document, { try serializer.decode($0, from: nil) })
            }
            let objects =
                isJSON
                ? reader("objects", JSONResponseSerializer()) : reader("objects", PropertyListResponseSerializer())
            return [
                objects,
                reader("a value", .decodable(ParameterValue.self, format: isJSON ? .json() : .propertyList())),
                reader("a model", .decodable(TryingModel.self, format: isJSON ? .json() : .propertyList())),
            ]
        }
        return all("JSON", { try JSONSerialization.data(withJSONObject: $0) }, isJSON: true)
            + all("a list in XML", xml) + [
                (peer, binary, { try PropertyListSerialization.propertyList(from: $0, format: nil) })
            ] + all("a binary list", binary) + [
                (
                    "a query to a value", query,
                    { try QueryDecoder(style: .php, limits: limits).decode(ParameterValue.self, from: $0) }
                ),
                (
                    "a query to a model", query,
                    { try QueryDecoder(style: .php, limits: limits).decode(TryingModel.self, from: $0) }
                ),
                ("XML to events", xml, { try XMLParserResponseSerializer().decode($0).parse() }),
            ]
    }

    /// Reads a small document of a shape, and returns a closure that reads a large one.
    static func reading(reader: Int, shape: Int, parts: Int) throws -> () throws -> Int {
        let (reader, shape) = (readers[reader], DocumentShapes.all[shape])
        let (small, large) = try (reader.document(shape.make(8)), reader.document(shape.make(parts)))
        _ = try reader.read(small)
        return { try reader.read(large) == nil ? 0 : large.count }
    }

    /// Measures each reader with documents of all shapes, each in a separate process.
    static func figures(parts: Int) throws -> [Figure] {
        var most = 100.0
        return try zip(1..., readers).flatMap { number, reader in
            let costs = try zip(1..., DocumentShapes.all).map { shape -> (name: String, cost: ProcessCost) in
                let measure = { try ProcessWork.shape.cost(["\(number)", "\(shape.0)", "\(parts)"]) }
                var cost = try measure()
                // Other programs may have run: what is slow is measured again.
                for _ in 0..<2 where cost.nanoseconds > 900 * Double(cost.outputBytes) {
                    cost = try [cost, measure()].min { $0.nanoseconds < $1.nanoseconds } ?? cost
                }
                return (name: shape.1.name, cost: cost)
            }
            func worst(_ unit: String, _ limit: Double?, _ cost: (ProcessCost) -> Double) -> Figure {
                // A query has no empty arrays.
                let shares = costs.filter { $0.cost.outputBytes > 1000 }
                    .map { (name: $0.name, share: cost($0.cost) / Double($0.cost.outputBytes)) }
                let worst = shares.max { $0.share < $1.share }
                return Figure("\(reader.name): the worst", worst?.share, unit, atMost: limit, detail: worst?.name ?? "")
            }
            let isPeer = reader.name == peer
            let limit = isPeer ? nil : reader.name.contains("binary") ? most : 40
            let memory = worst("bytes a byte", limit) { Double($0.memory ?? .max) }
            if isPeer { most = min(most, memory.value ?? most) }
            return [worst("µs a byte", isPeer ? nil : 1) { $0.nanoseconds / 1000 }, memory]
        }
    }
}
