import TestSupport

// The texts and the order of Apple's Foundation. Foundation on Linux differs, so this compiles only for Apple's
// systems. It has not been run.
#if canImport(Darwin)
    import Testing

    @testable import URLSerialization

    @Suite struct FoundationTextTests {
        private static func text(_ value: Any) throws -> String? {
            try QueryStringSerializer().pairs(from: ["v": value]).first?.value
        }

        @Test func numbersArePrintedAsNSNumberPrintsThem() throws {
            var generator = SeededGenerator(seed: 26)
            var numbers: [NSNumber] = [
                true, false, 0, 1, -1, 0.1, 1e21, 1e-7, 99.99, 1e15, 1e16, 123_456_789.125, NSNumber(value: Float(0.1)),
                NSNumber(value: Float(1) / 3), NSNumber(value: UInt64.max), NSNumber(value: Int8.min),
                NSNumber(value: Double.infinity), NSNumber(value: -Double.infinity), NSNumber(value: Double.nan),
                NSNumber(value: -0.0), NSNumber(value: Double.greatestFiniteMagnitude), NSDecimalNumber(string: "1.10"),
                NSDecimalNumber(string: "1e29"), NSDecimalNumber.notANumber, NSNumber(value: 0.1 + 0.2),
            ]
            numbers += (0..<1_000).map { _ in NSNumber(value: DoubleSample.decimal.value(using: &generator)) }
            numbers += (0..<1_000).map { _ in NSNumber(value: Float.random(in: -1e6...1e6, using: &generator)) }
            for number in numbers {
                #expect(try Self.text(number) == number.stringValue)
                #expect(try Self.text(number) == number.description)
            }
        }

        @Test func datesArePrintedAsNSDatePrintsThem() throws {
            var generator = SeededGenerator(seed: 27)
            var seconds: [TimeInterval] = [0, -1, -0.5, 0.5, 951_782_400, 4_107_542_400, 253_402_300_799]
            seconds += (0..<500).map { _ in TimeInterval(generator.int(-12_212_553_600...253_402_300_799)) }
            for second in seconds {
                let date = NSDate(timeIntervalSince1970: second)
                #expect(try Self.text(date) == date.description)
            }
        }

        @Test func otherLeavesArePrintedAsTheirDescription() throws {
            let objects: [NSObject] = [
                NSNull(), "é" as NSString, NSValue(range: NSRange(location: 1, length: 2)),
                NSError(domain: "d", code: 1),
            ]
            for object in objects.dropFirst() { #expect(try Self.text(object) == object.description) }
            #expect(try KeyText(of: NSNull()).text == NSNull().description)
            #expect(try Self.text(try #require(NSURL(string: "http://a/b?c"))) == "http://a/b?c")
        }

        /// CoreFoundation's order is not transitive where combining marks meet, so these are left out.
        @Test func keysAreSortedAsNSStringComparesThem() {
            var generator = SeededGenerator(seed: 28)
            let scripts: [Script] = [
                .letters, .unreserved, .reserved, .latin, .greek, .cyrillic, .hangul, .chinese, .emoji,
            ]
            let keys = (0..<300).map { _ in
                generator.text(scalars: generator.int(0...6), of: [generator.element(of: scripts), .letters])
            }
            var differences = 0
            for left in keys {
                for right in keys where KeyOrder.precedes(left, right) {
                    if (left as NSString).compare(right) == .orderedDescending { differences += 1 }
                }
            }
            // One random pair in ten thousand differs.
            #expect(differences <= 30)
        }
    }
#endif
