import Testing
import URLSerialization

@Suite struct HTTPMethodTests {
    @Test func equalityIsCaseSensitive() {
        #expect(HTTPMethod(rawValue: "get") != .get)
    }
}
