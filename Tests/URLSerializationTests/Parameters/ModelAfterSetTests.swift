import Testing
import URLSerialization

/// The use of the encoder by a type after a set, which is not encoded by its own `encode(to:)`.
@Suite struct ModelAfterSetTests {
    private struct Interleaved: Encodable {
        enum Keys: String, CodingKey { case s, x, y }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(Set(["a", "b"]), forKey: .s)
            var nested = container.nestedUnkeyedContainer(forKey: .x)
            try nested.encode(1)
            try container.encode("z", forKey: .y)
        }
    }

    private struct Replaced: Encodable {
        enum Keys: String, CodingKey { case s }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(Set(["a"]), forKey: .s)
            var nested = container.nestedUnkeyedContainer(forKey: .s)
            try nested.encode(1)
        }
    }

    @Test func nestedContainerKeepsItsElements() throws {
        #expect(try QueryStringSerializer().string(encoding: Interleaved()) == "s=a&s=b&x%5B%5D=1&y=z")
    }

    @Test func containerInThePlaceOfASetIsAnArray() throws {
        #expect(try QueryStringSerializer().string(encoding: Replaced()) == "s%5B%5D=1")
    }
}
