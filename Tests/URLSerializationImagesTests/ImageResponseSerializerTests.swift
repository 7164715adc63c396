import Testing
import URLSerializationImages

@Suite struct ImageResponseSerializerTests {
    private let png = SampleImage.all[0].data

    private func response(_ status: Int = 200, _ contentType: String? = "image/png") throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://example.com/image"))
        let headers = contentType.map { ["Content-Type": $0] }
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers))
    }

    @Test("The accepted media types are AFNetworking's")
    func contentTypes() {
        let types: Set<String> = [
            "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
            "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
        ]
        #expect(ImageResponseSerializer.contentTypes == types)
        #expect(ImageResponseSerializer().configuration == HTTPResponseConfiguration(acceptableContentTypes: types))
        #expect(ImageResponseSerializer().imageScale == 1)
        #expect(ImageResponseSerializer().automaticallyInflatesImage)
    }

    @Test(
        "An acceptable image is an object without an error", arguments: ["image/png", "IMAGE/PNG; a=b", "image/tiff"])
    func acceptable(contentType: String) throws {
        let result = ImageResponseSerializer().serialize(try response(200, contentType), data: png)
        #expect(result.object != nil)
        #expect(result.error == nil)
    }

    #if !canImport(Darwin)
        @Test("Without a class of the system the image is a ResponseImage of the requested scale")
        func responseImage() throws {
            let image = try ImageResponseSerializer(imageScale: 2).decode(png, from: try response())
            #expect(image == (try ResponseImage(png, scale: 2)))
            #expect(image.format == .png)
            #expect(image.size == CGSize(width: 3.5, height: 2.5))
        }
    #endif

    @Test("An image with status 404 is an object and an error")
    func unacceptableStatus() throws {
        let result = ImageResponseSerializer().serialize(try response(404), data: png)
        #expect(result.object != nil)
        #expect(result.error?.kind == .unacceptableStatusCode)
        let error = #expect(throws: ResponseSerializationError.self) {
            try ImageResponseSerializer().decodeIfPresent(png, from: try response(404))
        }
        #expect(error?.object is PlatformImage)
    }

    @Test("An unacceptable content type is refused", arguments: ["text/plain", "image/webp", "image/svg+xml", nil])
    func unacceptableContentType(_ contentType: String?) throws {
        let result = ImageResponseSerializer().serialize(try response(200, contentType), data: png)
        #expect(result.object == nil)
        #expect(result.error?.kind == .unacceptableContentType)
    }

    @Test("An empty body yields neither an object nor an error", arguments: [nil, Data()])
    func emptyBody(_ data: Data?) throws {
        let result = ImageResponseSerializer().serialize(try response(), data: data)
        #expect(result.object == nil)
        #expect(result.error == nil)
    }

    @Test(
        "A body that is not an image is an error, above that of the status",
        arguments: [Data([0x20]), Data("BM".utf8)])
    func noImage(_ data: Data) throws {
        let result = ImageResponseSerializer().serialize(try response(404), data: data)
        #expect(result.object == nil)
        #expect(result.error?.kind == .undecodable)
        #expect(result.error?.domain == NSCocoaErrorDomain)
        #expect(result.error?.code == 3840)
        #expect(result.error?.causes.map(\.kind) == [.unacceptableStatusCode])
        #expect(result.error?.localizedDescription.isEmpty == false)
    }

    @Test("A compound takes the image")
    func compound() throws {
        let serializer = CompoundResponseSerializer([.json, .image])
        #expect(serializer.serialize(try response(), data: png).object is PlatformImage)
    }

    @Test("An archive holds every setting")
    func codable() throws {
        var serializer = ImageResponseSerializer(imageScale: 3, automaticallyInflatesImage: false)
        serializer.configuration.acceptableStatusCodes = IndexSet(integer: 404)
        serializer.configuration.acceptableContentTypes?.insert("image/webp")
        let copy = try JSONDecoder().decode(
            ImageResponseSerializer.self, from: try JSONEncoder().encode(serializer))
        #expect(copy == serializer)
        #expect(copy.hashValue == serializer.hashValue)
        #expect(copy != .image)
    }
}
