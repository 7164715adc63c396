import AFNetworkingCompat
import Testing

@Suite struct AFCompoundResponseSerializerTests {
    private let body = Data(#"{"key":"value"}"#.utf8)

    @Test func theFirstThatYieldsAnObjectAnswers() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            AFImageResponseSerializer(), AFJSONResponseSerializer(), AFHTTPResponseSerializer(),
        ])
        #expect(compound.responseSerializers.count == 3)
        let answer = Answer(compound, try .testing(200, "application/json"), body)
        #expect(answer.object as? [String: String] == ["key": "value"])
        #expect(answer.error == nil)
        let refused = Answer(compound, try .testing(500, "application/json"), body)
        #expect(refused.object is [String: Any])
        #expect(refused.error?.chain == ["response -1011"])
    }

    @Test func whereNoneYieldsAnObjectTheDataIsOneWithTheCompoundsOwnError() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            AFImageResponseSerializer(), AFJSONResponseSerializer(),
        ])
        let accepted = Answer(compound, try .testing(200, "text/plain"), body)
        #expect(accepted.object as? Data == body)
        #expect(accepted.error == nil)
        #expect(Answer(compound, try .testing(404, "text/plain"), body).error?.chain == ["response -1011"])
        #expect(AFCompoundResponseSerializer().responseSerializers.isEmpty)
        #expect(Answer(AFCompoundResponseSerializer(), try .testing(200, nil), body).object as? Data == body)
    }

    @Test func onlySubclassesOfTheHTTPSerializerAreAsked() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            ForeignResponseSerializer(), AFJSONResponseSerializer(),
        ])
        #expect(Answer(compound, try .testing(200, "application/json"), body).object is [String: Any])
        #expect(compound.responseSerializers[0] is ForeignResponseSerializer)
    }

    @Test func anOverridingSerializerIsAskedInItsOwnWay() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [EnvelopeSerializer()])
        let answer = Answer(compound, try .testing(200, "application/json"), Data(#"{"data":7}"#.utf8))
        #expect(answer.object as? Int == 7)
    }

    @Test func aSubclassMakesObjectsOfItsClass() {
        let compound = OrderedCompound.compoundSerializer(withResponseSerializers: [AFJSONResponseSerializer()])
        #expect(type(of: compound) == OrderedCompound.self)
        #expect(compound.first is AFJSONResponseSerializer)
    }
}

/// A serializer that does not inherit from AFNetworking's.
final class ForeignResponseSerializer: NSObject, AFURLResponseSerialization {
    class var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
    func copy(with zone: NSZone? = nil) -> Any { self }
    func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? { "foreign" }
}

/// Extracts the data from an envelope.
final class EnvelopeSerializer: AFJSONResponseSerializer, @unchecked Sendable {
    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        (super.responseObject(for: response, data: data, error: error) as? [String: Any])?["data"]
    }
}

/// A compound with an added property.
final class OrderedCompound: AFCompoundResponseSerializer, @unchecked Sendable {
    var first: (any AFURLResponseSerialization)? { responseSerializers.first }
}
