import AlamofireEncoders
import Testing

/// `JSONEncoder` recurses as deep as a model does.
@Suite struct ModelDepthTests {
    private func error(encoding model: some Encodable & Sendable) throws -> RequestSerializationError {
        let error = #expect(throws: AFError.self) {
            try JSONParameterEncoder.default.encode(model, into: URLRequest("POST"))
        }
        guard case .parameterEncodingFailed(.customEncodingFailed(let cause)) = error else {
            throw try #require(error)
        }
        return try #require(cause as? RequestSerializationError)
    }

    @Test func modelWithoutEndIsAnError() throws {
        let error = try error(encoding: Chain(rest: nil))
        #expect(error.code == .tooDeep)
        #expect(error.keyPath?.hasPrefix("next[next]") == true)
    }

    @Test(arguments: [0, 1, 2])
    func modelInItselfIsAnError(place: Int) throws {
        let folder = Folder()
        defer {
            folder.children = []
            folder.byName = [:]
            folder.parent = nil
        }
        switch place {
        case 0: folder.children = [folder]
        case 1: folder.byName = ["a": folder]
        default: folder.parent = folder
        }
        #expect(try error(encoding: folder).code == .tooDeep)
    }

    @Test func depthThatJSONEncoderTakesIsTaken() throws {
        let text = try JSONParameterEncoder.default.encode(Chain(rest: 500), into: URLRequest("POST")).bodyText
        #expect(text == String(repeating: #"{"next":"#, count: 500) + "{}" + String(repeating: "}", count: 500))
        #expect(try error(encoding: Chain(rest: 512)).code == .tooDeep)
    }

    @Test func nestedContainersCount() throws {
        let text = try JSONParameterEncoder.default.encode(Tower(depth: 500), into: URLRequest("POST")).bodyText
        #expect(text == String(repeating: "[", count: 501) + String(repeating: "]", count: 501))
        #expect(try error(encoding: Tower(depth: 100_000)).code == .tooDeep)
    }

    @Test func errorThatTheModelCatchesStands() throws {
        struct Stubborn: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try? container.encode(Chain(rest: nil))
            }
        }
        struct Loop: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try? container.encode(Loop())
            }
        }
        #expect(try error(encoding: Stubborn()).code == .tooDeep)
        #expect(try error(encoding: Loop()).code == .tooDeep)
    }

    /// The core encodes such collections in its own way, which has other errors.
    @Test func collectionsCountAsJSONEncoderEncodesThem() throws {
        #expect(try error(encoding: [[1]: Chain(rest: nil)]).code == .tooDeep)
        let deep = (0..<400).reduce(ParameterValue.array([])) { value, _ in .array([value]) }
        let text = try JSONParameterEncoder.default.encode(deep, into: URLRequest("POST")).bodyText
        #expect(text == String(repeating: "[", count: 401) + String(repeating: "]", count: 401))
    }

    @Test(arguments: [true, false])
    func breadthIsNoDepth(isFlat: Bool) throws {
        let rows = isFlat ? [[Int](repeating: 1, count: 2_000)] : [[Int]](repeating: [1], count: 2_000)
        #expect(try JSONParameterEncoder.default.encode(rows, into: URLRequest("POST")).httpBody != nil)
    }
}
