import Foundation
import Testing

@testable import SerializerVerification

@Suite struct ScratchFolderTests {
    @Test func folderIsPrivateAndGoneAfterwards() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(Data("x".utf8), to: "a b%20#?.txt")
        #expect(file == folder.file(named: "a b%20#?.txt"))
        #expect(try Data(contentsOf: file) == Data("x".utf8))
        let place = file.deletingLastPathComponent().path
        let permissions = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o700)
        #expect(!FileManager.default.fileExists(atPath: folder.file(named: "other").path))
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: place))
    }
}
