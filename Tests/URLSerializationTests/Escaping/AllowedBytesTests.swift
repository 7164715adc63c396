import Testing

@testable import URLSerialization

@Suite struct AllowedBytesTests {
    @Test func exactlyTheGivenCharactersAreAllowed() {
        let allowed = AllowedBytes("\0?@\u{7F}z")
        #expect((0...UInt8.max).filter(allowed.contains) == [0x00, 0x3F, 0x40, 0x7A, 0x7F])
    }

    @Test func noByteBeyondASCIIIsAllowed() {
        let allowed = AllowedBytes("é€🎉")
        #expect((0...UInt8.max).filter(allowed.contains).isEmpty)
    }

    @Test func afNetworkingAllowsSixtyEightCharacters() {
        let characters = (0...UInt8.max).filter(AllowedBytes.afNetworking.contains).map {
            Character(Unicode.Scalar($0))
        }
        #expect(String(characters) == "-./0123456789?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
    }

    @Test func setsOfEqualCharactersAreEqual() {
        #expect(AllowedBytes("ab") == AllowedBytes("baa"))
        #expect(AllowedBytes("ab") != AllowedBytes("abc"))
        #expect(AllowedBytes("") != AllowedBytes("\0"))
    }
}
