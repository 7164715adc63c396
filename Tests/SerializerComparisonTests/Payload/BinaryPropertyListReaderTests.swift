import SerializerComparison
import Testing
import URLSerialization

@Suite struct BinaryPropertyListReaderTests {
    /// A list of objects, the first at the top, with references of one byte.
    private static func list(_ objects: [[UInt8]]) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        return Data(bytes)
    }

    private static var example: Data {
        get throws {
            let object: [String: Any] = [
                "b": true, "n": -5, "u": 300, "r": 2.5, "s": "höé", "a": "plain", "l": [1, ["k": "v"]],
                "d": Date(timeIntervalSince1970: 981_173_106), "x": Data([1, 2, 3]),
            ]
            return try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        }
    }

    @Test func readsWhatFoundationWrites() throws {
        let expected: ParameterValue = [
            "b": true, "n": -5, "u": 300, "r": 2.5, "s": "höé", "a": "plain", "l": [1, ["k": "v"]],
            "d": .date(Date(timeIntervalSince1970: 981_173_106)), "x": .data(Data([1, 2, 3])),
        ]
        #expect(try readPropertyList(Self.example) == expected)
    }

    @Test(
        arguments: [
            ([[0x00]], nil),
            ([[0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8)], .uint(.max)),
            ([[0x13] + Array(repeating: 0xFF, count: 8)], -1),
            ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], 4_294_967_295),
            ([[0x22, 0x3F, 0x80, 0x00, 0x00]], .float(1)),
            ([[0x62, 0x65, 0xE5, 0x67, 0x2C]], "日本"),
            ([[0xC2, 1, 2], [0x51, 0x62], [0x51, 0x61]], .set(["a", "b"])),
            ([[0xB1, 1], [0x08]], [false]),
            ([[0x5F, 0x10, 0x02, 0x61, 0x62]], "ab"),
        ] as [([[UInt8]], ParameterValue)])
    func readsEveryKindOfObject(_ objects: [[UInt8]], expected: ParameterValue) throws {
        #expect(try readPropertyList(Self.list(objects)) == expected)
    }

    @Test func sharedReferencesThatExplodeAreRefused() {
        // Each array contains the next eight times: 8^11 strings.
        let arrays = (1...11).map { [0xA8] + Array(repeating: UInt8($0), count: 8) }
        #expect(throws: PayloadError.self) {
            try readPropertyList(Self.list(arrays + [[0x51, 0x7A]]))
        }
    }

    @Test func aListThatContainsItselfIsRefused() {
        #expect(throws: PayloadError(reason: "The binary property list contains itself: the object at byte 8")) {
            try readPropertyList(Self.list([[0xA1, 0]]))
        }
    }

    @Test(
        arguments: [
            [0xD1, 1, 1], [0x80, 1], [0x60 | 0x0F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x0F],
            [0xA1, 9],
            [0xE0], [0x15], [0x34], [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func objectsThatAreNoPayloadAreErrors(_ object: [UInt8]) {
        #expect(throws: PayloadError.self) {
            try readPropertyList(Self.list([object, [0x09]]))
        }
    }

    @Test func everyTruncationIsAnError() throws {
        let data = try Self.example
        for count in 8..<data.count {
            #expect(throws: PayloadError.self) { try readPropertyList(data.prefix(count)) }
        }
    }

    @Test func noChangedByteTraps() throws {
        let data = try Self.example
        var refused = 0
        for position in 8..<data.count {
            for value: UInt8 in [0x00, 0x0F, 0x7F, 0x80, 0xAF, 0xD8, 0xFF] {
                var changed = data
                changed[position] = value
                do {
                    _ = try readPropertyList(changed)
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 0)
    }
}
