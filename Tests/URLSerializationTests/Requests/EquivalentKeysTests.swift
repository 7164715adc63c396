import Testing
import URLSerialization

/// `é` precomposed and decomposed: two keys to AFNetworking, one to a Swift dictionary.
@Suite struct EquivalentKeysTests {
    private let parameters: ParameterValue = ["\u{E9}": 1, "e\u{301}": 2]

    @Test func queryHasBoth() throws {
        #expect(try QueryStringSerializer().string(from: parameters) == "e%CC%81=2&%C3%A9=1")
    }

    #if !canImport(Darwin)
        @Test func bodiesAreRefusedWhereFoundationHoldsOne() throws {
            let request = URLRequest(url: try "https://example.com".asURL())
            // The outcome must not depend on hash values, which differ from one dictionary to the next.
            for _ in 0..<50 {
                expectRefusal(.invalidJSON) { try JSONRequestSerializer().body(for: parameters, in: request) }
                #expect(throws: CocoaError.self) {
                    try PropertyListRequestSerializer().body(for: parameters, in: request)
                }
            }
        }
    #endif
}
