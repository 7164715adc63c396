import AFNetworkingCompat
import Foundation
import Testing

class KeyedSerializer: AFJSONRequestSerializer,
    @unchecked Sendable
{
    let key: String

    init(key: String) {
        self.key = key
        super.init()
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        let copy = KeyedSerializer(key: key)
        copy.coreConfiguration = coreConfiguration
        copy.writingOptions = writingOptions
        return copy
    }
}

/// The sample of "Copies and archives".
@Suite struct CopiesAndArchivesTests {
    @Test func copyOfTheSampleHasEveryField() throws {
        let serializer = KeyedSerializer(key: "k")
        serializer.timeoutInterval = 7
        let copy = try #require(serializer.copy() as? KeyedSerializer)
        #expect(copy.key == "k")
        #expect(copy.timeoutInterval == 7)
    }
}
