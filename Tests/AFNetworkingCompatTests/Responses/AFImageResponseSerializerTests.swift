import AFNetworkingCompat
import Testing
import URLSerializationImages

@Suite struct AFImageResponseSerializerTests {
    /// A PNG file of one pixel.
    private let body =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()

    @Test func itsTypesAreAccepted() throws {
        let serializer = AFImageResponseSerializer()
        #expect(
            serializer.acceptableContentTypes == [
                "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
                "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
            ])
        #expect(Answer(serializer, try .testing(200, "image/png"), body).object is PlatformImage)
        #expect(Answer(serializer, try .testing(200, "image/webp"), body).error?.chain == ["response -1016"])
    }

    @Test func settingsReachTheImage() throws {
        let serializer = AFImageResponseSerializer()
        #expect(serializer.automaticallyInflatesResponseImage)
        serializer.imageScale = 2
        serializer.automaticallyInflatesResponseImage = false
        #expect(!serializer.automaticallyInflatesResponseImage)
        let image = try #require(
            Answer(serializer, try .testing(200, "image/png"), body).object as? PlatformImage)
        #expect(image.size.width == 0.5)
    }

    @Test func dataThatIsNoImageIsAnErrorAndNoneIsNothing() throws {
        let serializer = AFImageResponseSerializer()
        let response = try HTTPURLResponse.testing(200, "image/png")
        #expect(Answer(serializer, response, Data("text".utf8)).error?.chain == ["NSCocoaErrorDomain 3840"])
        #expect(Answer(serializer, response, Data()).object == nil)
        #expect(Answer(serializer, response, Data()).error == nil)
    }
}
