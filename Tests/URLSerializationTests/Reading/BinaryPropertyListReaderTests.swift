import TestSupport
import Testing

@testable import URLSerialization

@Suite struct BinaryPropertyListReaderTests {
    /// A binary property list of objects written by hand, the first of them at the top.
    static func list(
        _ objects: [[UInt8]], referenceSize: UInt8 = 1, offsetSize: UInt8 = 2, count: Int? = nil, top: Int = 0
    ) -> Data {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += bigEndian(bytes.count, size: Int(offsetSize))
            bytes += object
        }
        let offset = bytes.count
        bytes += table + [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
        for number in [count ?? objects.count, top, offset] { bytes += bigEndian(number, size: 8) }
        return Data(bytes)
    }

    private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }

    private static func refusal(_ data: Data) -> String? {
        let failure = Result { try PropertyListDocument(data).object(ObjectOptions()) }.failure
        return (failure as NSError?).map { error in
            error.domain == NSCocoaErrorDomain && error.code == 3840 ? error.localizedDescription : "another error"
        }
    }

    private static func read(_ data: Data) throws -> Any {
        try PropertyListSerialization.propertyList(from: data, format: nil)
    }

    @Test(
        "lists that Foundation refuses or cannot survive are refused, with the reason",
        arguments: [
            ([[0xC1, 1], [0x51, 0x61]], "a set at byte 8"), ([[0xA1, 0]], "contains itself"),
            ([[0xA1, 1], [0xA1, 0]], "contains itself"), ([[0xD1, 1, 0], [0x51, 0x61]], "contains itself"),
            ([[0xA1, 2], [0x08]], "reference at byte 9 is invalid"), ([[0x0F]], "object at byte 8 is incomplete"),
            ([[0x0C, 0x51, 0x61]], "is incomplete"), ([[0xB1, 1], [0x08]], "is incomplete"),
            ([[0x71, 0x61]], "is incomplete"), ([[0x15] + [UInt8](repeating: 0, count: 32)], "is incomplete"),
            ([[0x24] + [UInt8](repeating: 0, count: 16)], "is incomplete"), ([[0x20, 1]], "is incomplete"),
            ([[0x34] + [UInt8](repeating: 0, count: 16)], "is incomplete"),
            ([[0x84, 1, 0, 0, 0, 0]], "is incomplete"), ([[0xD1, 1, 2], [0xA0], [0x08]], "not a plain value"),
            ([[0xD1, 1, 2], [0xD0], [0x08]], "not a plain value"),
            ([[0xD1, 1, 2], [0xC0], [0x08]], "not a plain value"),
            ([[0x5F, 0x10, 3, 0x61, 0x61]], "is incomplete"), ([[0x62, 0, 0x61, 0]], "is incomplete"),
            ([[0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "is incomplete"),
            ([[0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "is incomplete"),
            ([[0xDF, 0x13, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "is incomplete"),
            ([[0x5F, 0x18] + [UInt8](repeating: 0, count: 256)], "is incomplete"),
            ([[0x5F, 0x51]], "is incomplete"),
            ((0..<7).map { [0xAE] + [UInt8](repeating: $0 + 1, count: 14) } + [[0x51, 0x61]], "shares values"),
        ] as [([[UInt8]], String)])
    func refused(objects: [[UInt8]], reason: String) throws {
        let refusal = try #require(Self.refusal(Self.list(objects)))
        #expect(refusal.contains(reason), "\(refusal)")
    }

    @Test(arguments: [8, 39, 40, 41]) func aListWithoutRoomForAnObjectIsCutOff(count: Int) {
        let data = Data("bplist00".utf8) + Data(count: count - 8)
        let reason = count > 40 ? "the trailer in its last 32 bytes does not match it" : "is cut off in its header"
        #expect(Self.refusal(data)?.contains(reason) == true)
    }

    @Test("a trailer that does not match the file is refused")
    func trailers() {
        let objects: [[UInt8]] = [[0x51, 0x61]]
        for data in [
            Self.list(objects, count: 0), Self.list(objects, count: 2), Self.list(objects, count: Int.max),
            Self.list(objects, count: -1), Self.list(objects, top: 1), Self.list(objects, top: -1),
            Self.list(objects, referenceSize: 0), Self.list(objects, offsetSize: 0), Data("bplist00".utf8),
            Self.list([]), Self.list([[UInt8](repeating: 0x09, count: 300)], offsetSize: 1),
            Self.list([[UInt8]](repeating: [0x09], count: 256), referenceSize: 1),
        ] {
            #expect(Self.refusal(data) != nil)
        }
    }

    @Test(
        "what Foundation reads is read",
        arguments: [
            [[0x00]], [[0x08]], [[0xC0]], [[0xA1, 1], [0xC0]], [[0x80, 5]], [[0x52, 0xC3, 0xA9]],
            [[0x62, 0xD8, 0x00, 0x00, 0x41]], [[0x14] + [UInt8](repeating: 0xFF, count: 16)],
            [[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]], [[0xD1, 1, 2], [0x10, 1], [0x51, 0x61]],
            [[0xD1, 1, 2], [0x00], [0x51, 0x61]], [[0xD1, 1, 2], [0x41, 1], [0x51, 0x61]],
            [[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x08]], [[0x5F, 0x14] + [UInt8](repeating: 0, count: 15) + [1, 0x61]],
            [[0xA2, 1, 1], [0xA2, 2, 2], [0x51, 0x61]], [[0x51, 0x61], [0x15, 1]],
        ] as [[[UInt8]]])
    func accepted(objects: [[UInt8]]) throws {
        for (referenceSize, offsetSize) in [(1, 2), (1, 3), (1, 9)] as [(UInt8, UInt8)] {
            let data = Self.list(objects, referenceSize: referenceSize, offsetSize: offsetSize)
            #expect(Self.refusal(data) == nil)
            #expect(throws: Never.self) { try Self.read(data) }
        }
    }

    @Test(
        "lists that Python wrote are read whole, and refused if cut off anywhere",
        arguments: [
            """
            YnBsaXN0MDDZAQIDBAUGBwgJCg4REhMXGBshUWFRYlNiaWdUZGF0ZVFlU25lZ1RyZWFsVXNtYWxsU3VpZKQLCwwNXXNoYXJlZCBz\
            dHJpbmdkAOlvItg93gBPECgAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABog8QCQgUAAAAAAAAAAD/////\
            /////zNBxchUoAAAAKMUFRbQoFATgAAAAAAAAACiGRojP/gAAAAAAAAjgAAAAAAAAAClHB0eHyAQARD/EQEAEgABAAATAAAAAQAA\
            AACABwgbHR8jKCouMzk9QlBZhIeIiZqjp6ipqrO2v8jO0NLV2uMAAAAAAAABAQAAAAAAAAAiAAAAAAAAAAAAAAAAAAAA5Q==
            """,
            """
            YnBsaXN0MDCqAQEBAQEBAQEBAaMCAwQQARACEAMIExcZGwAAAAAAAAEBAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAd
            """,
            """
            YnBsaXN0MDCvECgBAgMEBQYHCAkKCwwNDg8QERITFAECAwQFBgcICQoLDA0ODxAREhMUUngwUngxUngyUngzUng0Ung1Ung2Ung3\
            Ung4Ung5U3gxMFN4MTFTeDEyU3gxM1N4MTRTeDE1U3gxNlN4MTdTeDE4U3gxOQgzNjk8P0JFSEtOUVVZXWFlaW1xdQAAAAAAAAEB\
            AAAAAAAAABUAAAAAAAAAAAAAAAAAAAB5
            """,
        ])
    func python(base64: String) throws {
        let data = try #require(Data(base64Encoded: base64))
        #expect(Self.refusal(data) == nil)
        #expect(throws: Never.self) { try Self.read(data) }
        for count in 0..<data.count { #expect(Self.refusal(data.prefix(count)) != nil || count < 7) }
    }

    private static let values: RandomParameters = {
        var random = RandomParameters(
            leaves: [.int, .int, .double, .bool, .date, .data, .string, .string, .string],
            collections: [.array, .dictionary])
        random.nesting = 0.3
        random.doubles = [.ordinary]
        random.dates = 0...1 << 32
        random.areSecondsWhole = true
        random.keys = { "k\($0.int(0...4))&" }
        random.strings = {
            switch $0.int(0...2) {
            case 0: $0.text(scalars: $0.int(0...9), of: [.letters, .latin, .chinese, .emoji])
            case 1: String(repeating: "a", count: $0.int(0...20))
            default: "shared"
            }
        }
        return random
    }()

    @Test("lists that Foundation wrote are accepted, binary and XML", arguments: 0..<4 as Range<UInt64>)
    func genuine(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let tree = Self.values.value(depth: 4, using: &generator).native
            let wrapped = NSDictionary(dictionary: ["tree": tree])
            for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
                let data = try PropertyListSerialization.data(fromPropertyList: wrapped, format: format, options: 0)
                #expect(Self.refusal(data) == nil)
                #expect(wrapped.isEqual(try Self.read(data)))
            }
        }
    }

    @Test("Foundation survives every accepted mutation", arguments: 0..<4 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed + 50)
        var accepted = 0
        for _ in 0..<250 {
            let tree = [Self.values.value(depth: 3, using: &generator).native]
            let written = try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
            for _ in 0..<4 {
                let data = Data(Array(written).mutated(using: &generator))
                guard data.starts(with: Array("bplist0".utf8)), Self.refusal(data) == nil else { continue }
                accepted += 1
                #expect(throws: Never.self) { try Self.read(data) }
            }
        }
        #expect(accepted > 30)
    }

    @Test("512 levels are read on a stack of 512 KiB, 513 refused")
    func depth() throws {
        for (levels, isRead) in [(512, true), (513, false), (600, false)] {
            let binary = Self.list(
                (1..<levels).map { [0xA1, UInt8($0 >> 8), UInt8($0 & 255)] } + [[0xA0]], referenceSize: 2)
            let tags = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
            for data in [binary, Data("<plist>\(tags)</plist>".utf8)] {
                let outcome = Self.onSmallStack { () -> Bool in
                    (try? PropertyListDocument(data).object(ObjectOptions())) != nil
                }
                #expect(outcome == isRead)
            }
            if isRead { #expect(try PropertyListDocument(binary).tree()?.depth == levels) }
        }
    }

    private static func onSmallStack(_ body: @escaping @Sendable () -> Bool) -> Bool {
        let result = Flag()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            result.set(body())
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        return result.value
    }

    /// A flag under a lock. `@unchecked Sendable`: it is only accessed under the lock.
    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var stored = false
        var value: Bool { lock.withLock { stored } }
        func set(_ value: Bool) { lock.withLock { stored = value } }
    }
}
