import Foundation
import Testing
import URLSerializationImages

/// The sample of the image module's first page.
@Suite struct ImagesRootTests {
    @Test func sampleReadsAnImage() async throws {
        let gif = "R0lGODlhBgAEAIEAAIaGhllZWTc3NxMTEyH+BWhlbGxvACwAAAAABgAEAAAIFgAHCBwgQADBggECCEgYAACAhA4dBgQAOw=="
        let data = try #require(Data(base64Encoded: gif))
        let response = Answer.make(200, "image/gif")
        try await Sample.run {
            let image = try ImageResponseSerializer()
                .decode(data, from: response)
            print(image.size.width)
            // 6.0
        }
    }
}
