import Testing

@testable import URLSerialization

@Suite struct BodyThrottleTests {
    private static func body(packetSize: Int, delay: TimeInterval) throws -> MultipartBody {
        try MultipartBody.making { form in
            try form.append("0123456789", name: "a")
            try form.throttle(packetSize: packetSize, delay: delay)
        }
    }

    @Test(arguments: [1, 7, 50, 1000])
    func readReturnsAtMostAPacket(packetSize: Int) throws {
        let body = try Self.body(packetSize: packetSize, delay: 0)
        let stream = try body.openStream()
        var counts: [Int] = []
        while case let count = stream.readOnce(64).count, count > 0 { counts.append(count) }
        #expect(counts.allSatisfy { $0 <= min(packetSize, 64) })
        #expect(counts.dropLast().allSatisfy { $0 == min(packetSize, 64) })
        #expect(counts.reduce(0, +) == Int(body.contentLength))
    }

    @Test func everyPacketIsFollowedByTheDelay() throws {
        let body = try Self.body(packetSize: 20, delay: 0.05)
        let packets = (body.contentLength + 19) / 20
        let stream = try body.openStream()
        let duration = ContinuousClock().measure { _ = stream.readToEnd() }
        #expect(duration >= .seconds(0.05 * Double(packets)))
    }

    @Test func whatTheAppReadsItselfIsNotSlowedDown() throws {
        let body = try Self.body(packetSize: 1000, delay: 600)
        let duration = try ContinuousClock().measure { _ = try body.data() }
        #expect(duration < .seconds(600))
    }

    @Test func laterSettingReplacesTheEarlier() throws {
        let body = try MultipartBody.making { form in
            try form.throttle(packetSize: 1, delay: 3600)
            try form.append("v", name: "a")
            try form.throttle(packetSize: 5, delay: 0)
        }
        let stream = try body.openStream()
        #expect(stream.readOnce(100).count == 5)
    }

    @Test(
        arguments: [
            (0, 0), (-1, 0), (.min, 0), (1, -0.1), (1, 3600.1), (1, .infinity), (1, -.infinity), (1, .nan),
        ] as [(Int, TimeInterval)])
    func settingOutOfRangeIsRefused(packetSize: Int, delay: TimeInterval) throws {
        var form = try MultipartForm.fixed
        expectRefusal(.invalidSetting, field: "throttle") { try form.throttle(packetSize: packetSize, delay: delay) }
    }

    @Test(arguments: [(1, 0), (.max, 0), (1, 3600), (16 << 10, 0.2)] as [(Int, TimeInterval)])
    func settingInRangeIsTaken(packetSize: Int, delay: TimeInterval) throws {
        let throttle = try Self.body(packetSize: packetSize, delay: delay).content.throttle
        #expect(throttle?.packetSize == packetSize)
        #expect(throttle?.delay == delay)
    }
}
