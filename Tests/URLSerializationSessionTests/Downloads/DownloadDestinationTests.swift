import Testing
import URLSerializationSession

@Suite struct DownloadDestinationTests {
    private func place(_ destination: DownloadDestination) throws -> (destinationURL: URL, options: DownloadOptions) {
        let url = try #require(URL(string: "http://a/x.txt"))
        let fields = ["Content-Disposition": "attachment; filename=\"../up.txt\""]
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        return destination(URL(fileURLWithPath: "/tmp/x"), response)
    }

    @Test func aSuggestedNameStaysInItsDirectory() throws {
        let directory = URL(fileURLWithPath: "/some/where", isDirectory: true)
        let place = try place(SuggestedDestination.in(directory, options: [.removePreviousFile]))
        #expect(place.destinationURL.path == "/some/where/_up.txt")
        #expect(place.options == [.removePreviousFile])
    }

    @Test func theDocumentsAreTheDefault() throws {
        let place = try place(SuggestedDestination.in())
        let files = FileManager.default
        let directory = files.urls(for: .documentDirectory, in: .userDomainMask).first ?? files.temporaryDirectory
        #expect(place.destinationURL.deletingLastPathComponent().path == directory.path)
        #expect(place.options == [])
    }

    @Test func theOptionsAreAlamofires() {
        #expect(DownloadOptions.createIntermediateDirectories.rawValue == 1)
        #expect(DownloadOptions.removePreviousFile.rawValue == 2)
    }
}
