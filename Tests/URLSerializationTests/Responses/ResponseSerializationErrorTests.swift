import Testing

@testable import URLSerialization

@Suite struct ResponseSerializationErrorTests {
    private static let body = Data("{}".utf8)

    @Test func errorIsAFNetworkingsSeenFromObjectiveC() throws {
        let response = try URLResponse.with(status: 404, contentType: "text/plain")
        let error: any Error = try #require(JSONResponseSerializer().serialize(response, data: Self.body).error)
        let bridged = error as NSError
        #expect(bridged.domain == "com.alamofire.error.serialization.response")
        #expect(bridged.code == NSURLErrorBadServerResponse)
        #expect(bridged.localizedDescription.hasSuffix("(404)"))
        #expect(bridged.userInfo["NSErrorFailingURLKey"] as? URL == response.url)
        let responseKey = "com.alamofire.serialization.response.error.response"
        #expect(bridged.userInfo[responseKey] as? URLResponse === response)
        #expect(bridged.userInfo["com.alamofire.serialization.response.error.data"] as? Data == Self.body)
        let beneath = try #require(bridged.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(beneath.domain == "com.alamofire.error.serialization.response")
        #expect(beneath.code == NSURLErrorCannotDecodeContentData)
        #expect(beneath.localizedDescription == "Request failed: unacceptable content-type: text/plain")
    }

    @Test func missingTypeIsDescribedAsAFNetworkingDoes() throws {
        let error = JSONResponseSerializer().serialize(try URLResponse.with(contentType: nil), data: Self.body).error
        #expect(error?.localizedDescription == "Request failed: the response has no Content-Type")
    }

    @Test func withoutDataThereIsNoneInTheError() throws {
        let error = try #require(JSONResponseSerializer().serialize(try URLResponse.with(status: 500), data: nil).error)
        #expect(error.userInfo[ResponseSerializationError.dataKey] == nil)
        #expect(error.data == nil)
    }

    @Test func decodingErrorIsFoundationsWithTheStatusBeneath() throws {
        let response = try URLResponse.with(status: 500)
        let error = try #require(JSONResponseSerializer().serialize(response, data: Data("{".utf8)).error)
        #expect(error.kind == .undecodable)
        #expect((error.domain, error.code) == (NSCocoaErrorDomain, 3840))
        #expect(error.userInfo[ResponseSerializationError.responseKey] == nil)
        #expect(error.response === response)
        #expect(error.data == Data("{".utf8))
        #expect(error.decodingError.map { ($0 as NSError).code } == 3840)
        #expect(error.causes.map(\.kind) == [.unacceptableStatusCode])
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSURLErrorBadServerResponse)
    }

    @Test func decodersOwnUnderlyingErrorIsNotLost() {
        let cause = ResponseSerializationError.noObject(response: nil, data: nil)
        let own = NSError(domain: "d", code: 1, userInfo: [NSUnderlyingErrorKey: NSError(domain: "u", code: 2)])
        let error = ResponseSerializationError.undecodable(own, response: nil, data: nil, over: cause)
        #expect(error.userInfo[NSUnderlyingErrorKey] as? NSError === cause)
        let others = error.userInfo["NSMultipleUnderlyingErrorsKey"] as? [NSError]
        #expect(others?.map(\.domain) == ["u"])
    }

    @Test func onlyOneReaderIsGivenTheDecodedObject() async throws {
        let response = try URLResponse.with(status: 500, contentType: "application/json")
        let error = try #require(
            #expect(throws: ResponseSerializationError.self) {
                try JSONResponseSerializer(readingOptions: .mutableContainers).decode(Data("[1]".utf8), from: response)
            })
        let objects = await withTaskGroup(of: ObjectIdentifier?.self) { group in
            let kept = KeptObjects()
            for _ in 0..<32 {
                group.addTask {
                    guard let object = error.object as? NSMutableArray else { return nil }
                    return kept.keep(object)
                }
            }
            return await group.reduce(into: [ObjectIdentifier?]()) { $0.append($1) }
        }
        #expect(!objects.contains(nil))
        #expect(Set(objects).count == 32)
    }

    /// Keeps objects alive, so that their identities stay apart.
    ///
    /// `@unchecked Sendable`: the array is only touched under the lock.
    private final class KeptObjects: @unchecked Sendable {
        private let lock = NSLock()
        private var objects: [NSMutableArray] = []

        func keep(_ object: sending NSMutableArray) -> ObjectIdentifier {
            let identity = ObjectIdentifier(object)
            lock.lock()
            defer { lock.unlock() }
            objects.append(object)
            return identity
        }
    }

    @Test func errorsCanBeHashedAndArchived() throws {
        struct Failure: Error {}
        let response = try URLResponse.with(status: 500, contentType: "text/plain")
        let errors = [
            JSONResponseSerializer().serialize(response, data: Self.body).error,
            JSONResponseSerializer().serialize(try URLResponse.with(status: 500), data: Data("{".utf8)).error,
            CompoundResponseSerializer([.json]).serialize(response, data: Self.body).error,
            ResponseSerializationError.undecodable(Failure(), response: response, data: nil),
            ResponseSerializationError.undecodable(
                NSError(domain: "d", code: 1, userInfo: ["k": NSError(domain: "e", code: 2), "f": Failure()]),
                response: nil, data: nil),
        ]
        for error in try errors.map({ try #require($0) }) {
            #expect(Set([error, error]).count == 1)
            let archive = try NSKeyedArchiver.archivedData(withRootObject: error, requiringSecureCoding: false)
            #expect(!archive.isEmpty)
        }
    }

    @Test func archivesKeepWhatCanBeArchived() throws {
        let url = try #require(URL(string: "https://a.b/"))
        let cause = ResponseSerializationError.noObject(response: nil, data: nil)
        let values: [String: Any] = ["text": "t", "url": url, "data": Self.body, "cause": cause, "lock": NSLock()]
        let error = ResponseSerializationError.undecodable(
            NSError(domain: "d", code: 1, userInfo: values), response: nil, data: nil)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: error, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: archive)
        reader.requiresSecureCoding = false
        let copy = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSError)
        #expect(copy.userInfo["text"] as? String == "t" && copy.userInfo["url"] as? URL == url)
        #expect(copy.userInfo["data"] as? Data == Self.body && copy.userInfo["cause"] is NSError)
        #expect(copy.userInfo["lock"] == nil)
    }

    @Test func decodersDescriptionIsKept() {
        struct Failure: LocalizedError, CustomNSError {
            var errorDescription: String? { "mine" }
        }
        let error = ResponseSerializationError.undecodable(Failure(), response: nil, data: nil)
        #expect(error.localizedDescription == "mine")
        #expect(error.decodingError is Failure)
    }

    @Test func checksErrorsAreFoundations() throws {
        let error = try #require(PropertyListResponseSerializer().serialize(nil, data: Data(" ".utf8)).error)
        let cause = try #require(error.decodingError) as NSError
        #expect((cause.domain, cause.code) == (NSCocoaErrorDomain, 3840))
        #expect(cause.localizedDescription == "White space is not a property list.")
    }

    @Test func addedCausesKeepWhatWasThere() throws {
        let own = NSError(
            domain: "d", code: 1, userInfo: ["NSMultipleUnderlyingErrorsKey": [NSError(domain: "u", code: 2)]])
        let cause = ResponseSerializationError.noObject(response: nil, data: nil)
        let error = ResponseSerializationError.undecodable(own, response: nil, data: nil)
            .carrying(nil, nil) { "x" }.adding(causes: [cause])
        #expect((error.userInfo["NSMultipleUnderlyingErrorsKey"] as? [NSError])?.count == 2)
        #expect(error.causes == [cause])
        #expect(error.object as? String == "x")
    }

    @Test func kindHasItsName() {
        #expect(ResponseSerializationError.Kind.tooLarge.description == "tooLarge")
    }
}
