import AFNetworkingCompat
import Testing
import URLSerialization

@Suite struct ArchiveTests {
    private func unarchived<Serializer: NSObject & NSCoding>(_ serializer: Serializer) throws -> Serializer {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: serializer, requiringSecureCoding: true)
        return try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: serializer), from: archive))
    }

    @Test func requestSerializersKeepEveryField() throws {
        for serializer in Sample.requestSerializers() {
            #expect(type(of: serializer).supportsSecureCoding)
            #expect(Sample.fields(of: try unarchived(serializer)) == Sample.fields(of: serializer))
        }
        let fresh = AFJSONRequestSerializer()
        #expect(Sample.fields(of: try unarchived(fresh)) == Sample.fields(of: fresh))
    }

    @Test func responseSerializersKeepEveryField() throws {
        for serializer in Sample.responseSerializers() {
            #expect(type(of: serializer).supportsSecureCoding)
            #expect(Sample.fields(of: try unarchived(serializer)) == Sample.fields(of: serializer))
        }
        let accepting = AFHTTPResponseSerializer()
        accepting.acceptableStatusCodes = nil
        #expect(try unarchived(accepting).acceptableStatusCodes == nil)
        #expect(try unarchived(accepting).acceptableContentTypes == nil)
    }

    @Test func blocksAreLeftOut() throws {
        let serializer = AFHTTPRequestSerializer()
        Sample.configure(serializer)
        let fields = Sample.fields(of: serializer)
        serializer.setQueryStringSerializationWith { _, _, _ in "q" }
        let copy = try unarchived(serializer)
        #expect(Sample.fields(of: copy) == fields)
        #expect(copy.coreConfiguration.queryString == nil)
        let request = try copy.request(withMethod: "GET", urlString: "http://a.b/", parameters: ["a": [1]])
        #expect(request.url?.query == "a%5B0%5D=1")
    }

    @Test func aQueryStyleWithAClosureIsArchivedAsAFNetworkings() throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.timeoutInterval = 3
        serializer.coreConfiguration.queryStyle.dates = .custom { _ in "now" }
        let copy = try unarchived(serializer)
        #expect(copy.timeoutInterval == 3)
        let request = try copy.request(withMethod: "GET", urlString: "http://a.b/", parameters: ["a": [1]])
        #expect(request.url?.query == "a%5B%5D=1")
    }

    @Test func strategiesWithClosuresAreArchivedAsAFNetworkings() throws {
        let serializer = AFJSONRequestSerializer()
        serializer.dateStrategy = .custom { _ in "now" }
        serializer.dataStrategy = .base64
        let numbers = NonConformingFloatStrategy.text(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "none")
        serializer.nonConformingFloatStrategy = numbers
        let copy = try unarchived(serializer)
        #expect(copy.nonConformingFloatStrategy == numbers)
        let request = try copy.request(withMethod: "POST", urlString: "http://a.b/", parameters: ["a": Double.nan])
        #expect(request.httpBody == Data(#"{"a":"none"}"#.utf8))
        #expect("\(copy.dateStrategy)" == "refused")
        #expect("\(copy.dataStrategy)" == "base64")
    }

    @Test(arguments: [Double.infinity, -Double.infinity, -3.0, 1e300])
    func numbersThatNoRequestTakesAreKept(seconds: Double) throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.timeoutInterval = seconds
        #expect(try unarchived(serializer).timeoutInterval == seconds)
        let image = AFImageResponseSerializer()
        image.imageScale = seconds
        #expect(try unarchived(image).imageScale == seconds)
    }

    @Test func aCompoundsArchiveHasTheSerializersThatAreAsked() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            AFImageResponseSerializer(), ForeignResponseSerializer(), LenientSerializer(),
        ])
        let copy = try unarchived(compound)
        #expect(
            copy.responseSerializers.map { "\(type(of: $0))" } == ["AFImageResponseSerializer", "LenientSerializer"])
        let empty = try unarchived(AFCompoundResponseSerializer())
        #expect(empty.responseSerializers.isEmpty)
    }

    @Test func archivesHaveTheCoresCodableForm() throws {
        let serializer = AFJSONRequestSerializer(writingOptions: .sortedKeys)
        serializer.timeoutInterval = 5
        let coder = FakeCoder()
        serializer.encode(with: coder)
        let content = try #require(coder.values["URLSerialization.serializer"] as? Data)
        let core = try JSONDecoder().decode(CoreForm.self, from: content)
        #expect(core.writingOptions == JSONSerialization.WritingOptions.sortedKeys.rawValue)
        #expect(core.configuration.timeoutInterval == 5)
    }
}

/// A part of the core's form.
private struct CoreForm: Decodable {
    struct Configuration: Decodable {
        var timeoutInterval: Double
    }
    var configuration: Configuration
    var writingOptions: UInt
}
