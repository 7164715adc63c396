import AlamofireEncoders
import Foundation
import URLSerialization

/// The cost of each kind of value that applications have, and of an order made of Foundation's objects.
///
/// Limits are multiples of a Swift value's time in the same run, so that they hold on any machine. An integer in a
/// query took 26 ns where they were set, and the order with Swift's values 9 µs.
enum KindMeasurement {
    /// Measures queries of equal leaves of each kind, and the order as a form and as JSON.
    static func figures(_ timer: CallTimer, leaves: Int) throws -> [Figure] {
        let serializer = QueryStringSerializer()
        let timings = try timer.timings(
            of: kinds.map { kind in
                let parameters = ["a": Array(repeating: kind.value, count: leaves)]
                return ("a leaf of \(type(of: kind.value))", { try serializer.string(from: parameters).utf8.count })
            })
        let integer = timings[0].nanoseconds
        return try zip(timings, kinds).map { timing, kind in
            let time = (timing.nanoseconds / Double(leaves)).text(0) + " ns"
            return Figure(
                "\(timing.name) over an integer's", timing.nanoseconds / integer, atMost: kind.atMost / 26, detail: time
            )
        } + orders(timer)
    }

    private static var kinds: [(value: Any, atMost: Double)] {
        [
            (17, 60), ("text", 60), (true, 60), (NSNull(), 60), (49.5, 80), (Date(timeIntervalSince1970: 0), 160),
            ([17], 120), (Int32(17), 80), (UInt8(17), 80), (CGFloat(49.5), 120), (Float(3.14), 150),
            (NSNumber(value: 17), 120), (NSNumber(value: true), 120), (NSNumber(value: 49.5), 150),
            (NSString(string: "text"), 120), ("text".dropFirst(), 120), (String?.some("text") as Any, 150),
            (URL(filePath: "/a"), 300), (UUID(), 350), (Decimal(4995) / 100, 600), (Set(["text"]), 400),
            (["a": 1] as [AnyHashable: Any], 500), (NSArray(object: "text"), 600),
            (NSDictionary(object: "text", forKey: NSString(string: "a")), 800),
        ]
    }

    private static func orders(_ timer: CallTimer) throws -> [Figure] {
        let (native, serializer) = (Order.parameters, QueryStringSerializer())
        let request = URLRequest(url: URL(filePath: "/"))
        let texts = native.mapValues { Payload.objects(of: $0) { $0 is String ? $0 as? NSString ?? $0 : $0 } }
        let objects = native.mapValues { Payload.objects(of: $0, areCollections: true) { $0 as? NSObject ?? $0 } }
        let numbers = Payload.withNumbers(native)
        let orders = [("native", native), ("NSNumbers", numbers), ("NSStrings", texts), ("NSDictionary", objects)]
        let calls = orders.flatMap { name, order -> [CallTimer.Call] in
            let object: Any = name == "NSDictionary" ? NSDictionary(dictionary: order) : order
            return [
                ("order, \(name): form", { try serializer.string(from: object).utf8.count }),
                ("order, \(name): JSON", { try Peer.json(from: object).count }),
                (
                    "order, \(name): URLEncoding",
                    { try URLEncoding.httpBody.encode(request, with: order).httpBody?.count ?? 0 }
                ),
            ]
        }
        let times = try timer.timings(of: calls).map(\.nanoseconds)
        let limits: [(call: Int, factor: Double)] = [(2, 3), (5, 45 / 9), (9, 70 / 9), (10, 70 / 9), (11, 120 / 9)]
        let figures = calls.indices.map { Figure(calls[$0].name, times[$0] / 1e3, "µs") }
        let overNative = [3, 4, 6, 7].map { index in
            Figure("\(calls[index].name) over native", times[index] / times[index % 3], atMost: 1.6)
        }
        return figures + overNative
            + limits.map { Figure("\(calls[$0].name) over the native form", times[$0] / times[0], atMost: $1) }
    }
}
