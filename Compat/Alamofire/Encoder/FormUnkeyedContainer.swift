/// The elements of an array being encoded.
struct FormUnkeyedContainer: UnkeyedEncodingContainer {
    let encoding: FormEncoding
    let place: Int32
    private(set) var count = 0

    init(encoding: FormEncoding, place: Int32) {
        self.encoding = encoding
        self.place = place
    }

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    @inline(__always)
    private mutating func append(_ text: String) { encoding.set(text: text, nextStep(), below: place) }

    @inline(__always)
    private mutating func append(integer: some FixedWidthInteger) {
        encoding.set(integer: integer, nextStep(), below: place)
    }

    /// The step to the next element, which is then taken even if nothing is set there.
    private mutating func nextStep() -> FormTree.Step {
        defer { count += 1 }
        return FormTree.Step(index: count)
    }

    private mutating func nextPlace() -> Int32 {
        defer { count += 1 }
        return encoding.place(ofElement: count, below: place)
    }

    /// A null that is left out takes no index.
    mutating func encodeNil() {
        if let text = encoding.nilText { append(text) }
    }

    mutating func encode(_ value: Bool) { encoding.set(bool: value, nextStep(), below: place) }
    mutating func encode(_ value: String) { append(value) }
    mutating func encode(_ value: Double) { append(String(value)) }
    mutating func encode(_ value: Float) { append(String(value)) }
    mutating func encode(_ value: Int) { append(integer: value) }
    mutating func encode(_ value: Int8) { append(integer: value) }
    mutating func encode(_ value: Int16) { append(integer: value) }
    mutating func encode(_ value: Int32) { append(integer: value) }
    mutating func encode(_ value: Int64) { append(integer: value) }
    mutating func encode(_ value: UInt) { append(integer: value) }
    mutating func encode(_ value: UInt8) { append(integer: value) }
    mutating func encode(_ value: UInt16) { append(integer: value) }
    mutating func encode(_ value: UInt32) { append(integer: value) }
    mutating func encode(_ value: UInt64) { append(integer: value) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if try appendText(of: value) { return }
        try encoding.encode(value, at: nextPlace())
    }

    /// Apart from ``encode(_:)``, whose frame is on the stack once for each level of a model.
    @inline(never)
    private mutating func appendText<Value>(of value: Value) throws -> Bool {
        guard let text = try encoding.text(of: value, at: place, FormTree.Step(index: count)) else { return false }
        append(text)
        return true
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }

    /// Alamofire counts an element but encodes it in the place of the whole array, which is lost to it.
    mutating func superEncoder() -> any Encoder {
        _ = nextStep()
        return FormEncoder(encoding: encoding, place: place)
    }

    private mutating func nextEncoder() -> FormEncoder {
        FormEncoder(encoding: encoding, place: nextPlace())
    }
}
