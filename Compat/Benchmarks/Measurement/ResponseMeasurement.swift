import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The cost of validating responses and of compounds. Times are those of the fastest round.
enum ResponseMeasurement {
    /// Measures with a small document.
    static func figures(_ timer: CallTimer) throws -> [Figure] {
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
        let compound = CompoundResponseSerializer([.propertyList, .xmlParser, .image, .json, .http])
        let compounds = try fine.timings(of: [
            { try count(JSONResponseSerializer().decode(body, from: response)) },
            { try count(compound.decode(body, from: response)) },
        ])
        return [
            Figure("responses: to validate one", validation[0].fastest / 1e3, "µs", atMost: 2),
            Figure("compound of five, one of the type, over that one", compounds[1].fastest / compounds[0].fastest),
            Figure(
                "responses: decodings of a compound of which three have the type",
                Double(CountingSerializer.decodingsOfCompound(response, body)), atMost: 3),
        ]
    }

    private static func count(_ object: Any) -> Int {
        (object as? [Any])?.count ?? 0
    }
}
