/// The entries of an object being encoded.
struct FormKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: FormEncoding
    let place: Int32

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    @inline(__always)
    private func set(_ text: String, _ key: Key) { encoding.set(text: text, ModelTree.Step(key), below: place) }

    mutating func encodeNil(forKey key: Key) {
        if let text = encoding.nilText { set(text, key) }
    }

    // The protocol's methods for all integers of up to 64 bits. The next method is also that for all other types.
    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) { set(String(value), key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        if try setText(of: value, key) { return }
        try encoding.encode(value, at: encoding.place(key, below: place))
    }

    /// Sets a value's text, if it has one. It is separate from ``encode(_:forKey:)``, because each level of a model
    /// puts a frame of that method on the stack.
    @inline(never)
    private func setText<Value>(of value: Value, _ key: Key) throws -> Bool {
        guard let text = try encoding.text(of: value, at: place, ModelTree.Step(key)) else { return false }
        set(text, key)
        return true
    }

    // MARK: - Optionals, which the nil encoding may write

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOptional(value, key)
    }

    @inline(__always)
    private mutating func encodeOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(forKey: key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(forKey: key).unkeyedContainer()
    }

    /// Returns an encoder at the class's own place: as in Alamofire, the superclass's properties are next to the
    /// class's.
    mutating func superEncoder() -> any Encoder { FormEncoder(encoding: encoding, place: place) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

    private func encoder(forKey key: Key) -> FormEncoder {
        FormEncoder(encoding: encoding, place: encoding.place(key, below: place))
    }
}

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

    // The protocol's methods for all integers of up to 64 bits. The next method is also that for all other types.
    mutating func encode(_ value: some FixedWidthInteger & Encodable) { append(String(value)) }

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
