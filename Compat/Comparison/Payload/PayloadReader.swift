import URLSerialization

/// Reads a payload from the bytes of a file.
public struct PayloadReader: Sendable {
    /// The limit of collections nested in each other, which is the serializers' default.
    public static let maximumDepth = JSONValue.maximumDepth
    /// The limit of values, those of a shared collection counted wherever it is referred to. Each takes
    /// some kilobytes, because every sender keeps its own form of it.
    public static let maximumCount = 250_000
    /// The limit of the steps from the top to all values together: each sender keeps the way to each.
    public static let maximumStepCount = 4_000_000
    /// The size of the largest payload, in bytes.
    public static let maximumSize = 16 * 1024 * 1024

    /// Whether JSON is read as typed JSON.
    public var isTyped = false

    /// A reader.
    public init(isTyped: Bool = false) {
        self.isTyped = isTyped
    }

    /// Reads a property list where the bytes begin like one, JSON otherwise.
    ///
    /// - Throws: ``PayloadError``.
    public func read(_ data: Data, name: String) throws -> Payload {
        guard data.count <= Self.maximumSize else { throw Self.tooLarge }
        let payload = try payload(in: data, name: name)
        if let value = try? payload.value.get() { try Self.checkCounts(of: value) }
        return payload
    }

    private func payload(in data: Data, name: String) throws -> Payload {
        if data.starts(with: Data("bplist".utf8)) {
            let list = try JSONValue.readPropertyList(data)
            return Payload(name: name, format: .binaryPropertyList, parameters: try list.parameters())
        }
        let text = try Self.textBytes(data)
        guard let first = text.first(where: { !Self.isSpace($0) }) else {
            throw PayloadError(reason: "empty")
        }
        if first == UInt8(ascii: "<") {
            let list = try JSONValue.readPropertyList(text)
            return Payload(
                name: name, format: .xmlPropertyList, parameters: try list.parameters(),
                losses: RoundedNumbers.losses(in: list))
        }
        return try isTyped ? TypedJSONPayload.read(text, name: name) : JSONPayload.read(text, name: name)
    }

    /// The error for a payload beyond the size accepted.
    public static let tooLarge = PayloadError(
        reason: "larger than \(maximumSize / 1024 / 1024) MiB, the largest payload accepted")

    static let tooManyValues = PayloadError(reason: "holds more than \(maximumCount) values, the most accepted")

    static let tooManySteps = PayloadError(
        reason: "nests so many values so deep that there are more than \(maximumStepCount) steps to them")

    private static func checkCounts(of value: ParameterValue) throws {
        var countLeft = maximumCount
        var stepsLeft = maximumStepCount
        func count(_ value: ParameterValue, depth: Int) {
            countLeft -= 1
            stepsLeft -= depth
            guard countLeft >= 0, stepsLeft >= 0 else { return }
            switch value {
            case .array(let values): for value in values { count(value, depth: depth + 1) }
            case .set(let values): for value in values { count(value, depth: depth + 1) }
            case .dictionary(let entries): for entry in entries { count(entry.value, depth: depth + 1) }
            default: break
            }
        }
        count(value, depth: 0)
        if countLeft < 0 { throw tooManyValues }
        if stepsLeft < 0 { throw tooManySteps }
    }

    /// The bytes without a byte order mark, once they are known to be UTF-8.
    private static func textBytes(_ data: Data) throws -> Data {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            throw PayloadError(line: 1, reason: "UTF-16 text, save it as UTF-8")
        }
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data
        guard String(data: text, encoding: .utf8) == nil else { return text }
        var line = 1
        for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(data: bytes, encoding: .utf8) == nil { break }
            line += 1
        }
        throw PayloadError(line: line, reason: "not UTF-8 text")
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
