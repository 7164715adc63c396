import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The time that this library adds to Foundation's decoding of responses. Times are those of the fastest round.
struct ResponseMeasurement: Encodable {
    /// A body, decoded by Foundation alone and by a response serializer.
    struct Row: Encodable {
        /// The decoded format and its decoder.
        let name: String
        /// The body's size.
        let bytes: Int
        /// The time of Foundation's decoder alone, in nanoseconds.
        let foundationNanoseconds: Double
        /// The time of the serializer, in nanoseconds.
        let nanoseconds: Double

        /// Whether the body was scanned before it was decoded.
        var isLookedThrough = false

        /// The time that the serializer adds, in nanoseconds.
        var addedNanoseconds: Double { nanoseconds - foundationNanoseconds }
    }

    /// Bodies of several sizes and formats.
    let rows: [Row]
    /// The time to validate a response, in nanoseconds.
    let validationNanoseconds: Double
    /// The time to remove the nulls of a document over the time that JSONSerialization took to decode it.
    let nullRemovalOverDecoding: Double
    /// The size of that document.
    let nullRemovalBytes: Int
    /// The time of a compound of five serializers, of which one has the type, over the time of that one alone.
    let compoundOverSingle: Double
    /// The decodings of a compound of five serializers, three of which have the type and the last of which yields an
    /// object.
    let compoundDecodings: Int

    /// Measures with documents of at most `largest` bytes.
    init(timer: CallTimer, largest: Int = 1_000_000) throws {
        // Many short rounds make it more probable that one is undisturbed.
        let fine = CallTimer(rounds: timer.rounds * 20, batchNanoseconds: min(timer.batchNanoseconds, 500_000))
        rows = try Self.json(fine) + [Self.model(fine), Self.propertyList(fine)]
        let response = try ResponsePayload.response(contentType: "application/json; charset=utf-8")
        let body = ResponsePayload.json(bytes: 1_000)
        let validation = try fine.timings(of: [
            {
                try JSONResponseSerializer().validate(response, data: body)
                return 1
            }
        ])
        validationNanoseconds = validation[0].fastest
        let document = ResponsePayload.json(bytes: largest)
        nullRemovalBytes = document.count
        let single = CallTimer(rounds: timer.rounds * 3, batchNanoseconds: 1)
        let removal = try single.timings(of: [
            { try Self.count(JSONSerialization.jsonObject(with: document)) },
            { try Self.count(JSONResponseSerializer(nullRemoval: .everywhere).decode(document, from: nil)) },
        ])
        nullRemovalOverDecoding = (removal[1].fastest - removal[0].fastest) / removal[0].fastest
        let compound = CompoundResponseSerializer([.propertyList, .xmlParser, .image, .json, .http])
        let compounds = try fine.timings(of: [
            { try Self.count(JSONResponseSerializer().decode(body, from: response)) },
            { try Self.count(compound.decode(body, from: response)) },
        ])
        compoundOverSingle = compounds[1].fastest / compounds[0].fastest
        compoundDecodings = CountingSerializer.decodingsOfCompound(response, body)
    }

    private static func json(_ timer: CallTimer) throws -> [Row] {
        let response = try ResponsePayload.response(contentType: "application/json; charset=utf-8")
        return try [100, 1_000, 10_000, 200_000].map { size in
            let body = ResponsePayload.json(bytes: size)
            return try row(
                "JSONResponseSerializer", body, timer,
                foundation: { try count(JSONSerialization.jsonObject(with: body)) },
                ours: { try count(JSONResponseSerializer().decode(body, from: response)) })
        }
    }

    private static func model(_ timer: CallTimer) throws -> Row {
        struct Entry: Decodable {
            let id: Int
            let name: String
            let tags: [String?]
        }
        let response = try ResponsePayload.response(contentType: "application/json")
        let body = ResponsePayload.json(bytes: 1_000)
        let decoder = JSONDecoder()
        let serializer = DecodableResponseSerializer([Entry].self, format: .json(decoder))
        return try row(
            "DecodableResponseSerializer", body, timer,
            foundation: { try decoder.decode([Entry].self, from: body).count },
            ours: { try serializer.decode(body, from: response).count })
    }

    private static func propertyList(_ timer: CallTimer) throws -> Row {
        let response = try ResponsePayload.response(contentType: "application/x-plist")
        let body = try ResponsePayload.propertyList(orders: 4)
        var row = try row(
            "PropertyListResponseSerializer", body, timer,
            foundation: { try count(PropertyListSerialization.propertyList(from: body, options: [], format: nil)) },
            ours: { try count(PropertyListResponseSerializer().decode(body, from: response)) })
        row.isLookedThrough = true
        return row
    }

    private static func row(
        _ name: String, _ body: Data, _ timer: CallTimer, foundation: () throws -> Int, ours: () throws -> Int
    ) throws -> Row {
        let timings = try withoutActuallyEscaping(foundation) { foundation in
            try withoutActuallyEscaping(ours) { ours in try timer.timings(of: [foundation, ours]) }
        }
        return Row(
            name: name, bytes: body.count, foundationNanoseconds: timings[0].fastest,
            nanoseconds: timings[1].fastest)
    }

    private static func count(_ object: Any) -> Int {
        (object as? [Any])?.count ?? 0
    }
}
