/// The elements of an array being encoded.
struct FormUnkeyedContainer: UnkeyedEncodingContainer {
    let encoding: FormEncoding
    let place: Int32
    private(set) var count = 0

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    @inline(__always)
    private mutating func append(_ text: String) { encoding.set(text: text, nextStep(), below: place) }

    /// Returns the step to the next element, whose index is then used even if nothing is set there.
    private mutating func nextStep() -> ModelTree.Step {
        defer { count += 1 }
        return ModelTree.Step(index: count)
    }

    private mutating func nextPlace() -> Int32 {
        defer { count += 1 }
        return encoding.place(ofElement: count, below: place)
    }

    /// Encodes a null, which takes no index if it is left out.
    mutating func encodeNil() {
        if let text = encoding.nilText { append(text) }
    }

    mutating func encode(_ value: Bool) { encoding.set(bool: value, nextStep(), below: place) }
    mutating func encode(_ value: String) { append(value) }
    mutating func encode(_ value: Double) { append(String(value)) }
    mutating func encode(_ value: Float) { append(String(value)) }

    // The protocol's methods for all integers of up to 64 bits.
    mutating func encode(_ value: some FixedWidthInteger & Encodable) {
        encoding.set(integer: value, nextStep(), below: place)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if try appendText(of: value) { return }
        try encoding.encode(value, at: nextPlace())
    }

    /// Appends a value's text, if it has one. It is separate from ``encode(_:)``, because each level of a model puts a
    /// frame of that method on the stack.
    @inline(never)
    private mutating func appendText<Value>(of value: Value) throws -> Bool {
        guard let text = try encoding.text(of: value, at: place, ModelTree.Step(index: count)) else { return false }
        append(text)
        return true
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }

    /// Returns an encoder at the place of the whole array, which it replaces. As in Alamofire, this also counts as an
    /// element.
    mutating func superEncoder() -> any Encoder {
        _ = nextStep()
        return FormEncoder(encoding: encoding, place: place)
    }

    private mutating func nextEncoder() -> FormEncoder {
        FormEncoder(encoding: encoding, place: nextPlace())
    }
}
