import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The cost of validating responses and of compounds. Times are those of the fastest round.
struct ResponseMeasurement: Encodable {
    /// The time to validate a response, in nanoseconds.
    let validationNanoseconds: Double
    /// The time of a compound of five serializers, one of which has the type, over the time of that one.
    let compoundOverSingle: Double
    /// The decodings of a compound of five serializers, three of which have the type and the last of which yields an
    /// object.
    let compoundDecodings: Int

    /// Measures with a small document.
    init(timer: CallTimer) throws {
        // Many short rounds make it more probable that one is undisturbed.
        let fine = CallTimer(rounds: timer.rounds * 20, batchNanoseconds: min(timer.batchNanoseconds, 500_000))
        let response = try ResponsePayload.response(contentType: "application/json; charset=utf-8")
        let body = ResponsePayload.json(bytes: 1_000)
        let validation = try fine.timings(of: [
            {
                try JSONResponseSerializer().validate(response, data: body)
                return 1
            }
        ])
        validationNanoseconds = validation[0].fastest
        let compound = CompoundResponseSerializer([.propertyList, .xmlParser, .image, .json, .http])
        let compounds = try fine.timings(of: [
            { try Self.count(JSONResponseSerializer().decode(body, from: response)) },
            { try Self.count(compound.decode(body, from: response)) },
        ])
        compoundOverSingle = compounds[1].fastest / compounds[0].fastest
        compoundDecodings = CountingSerializer.decodingsOfCompound(response, body)
    }

    private static func count(_ object: Any) -> Int {
        (object as? [Any])?.count ?? 0
    }
}
