// Finding the members of dictionaries that a model asks for. While a tree is decoded, the last child of a dictionary
// with flag `isIndexed` is the member found last: a model usually asks for the one after it.

extension ParameterNodes {
    /// The number of members up to which a dictionary is searched without a table.
    private static let fewMembers = 32

    /// The kind of a node; null for −1.
    func kind(of node: Int32) -> ParameterTree.Kind { node < 0 ? .null : self[node].kind }

    /// The text of a text or a number.
    func run(of node: Int32) -> ByteRun { run(of: self[node].text) }

    /// Whether members of a dictionary are found by ``member(of:named:)``.
    func isIndexed(_ dictionary: Int32) -> Bool { self[dictionary].flags.contains(.isIndexed) }

    /// Checks the keys of a dictionary, and prepares one with few keys in composed form, all different, for
    /// ``member(of:named:)``.
    ///
    /// - Returns: A member with a key that is malformed, or −1.
    func checkMembers(of dictionary: Int32) -> Int32 {
        guard !self[dictionary].flags.contains(.isChecked) else { return -1 }
        var isIndexed = self[dictionary].childCount <= Self.fewMembers
        for child in eachChild(of: dictionary) {
            if self[child].flags.contains(.hasMalformedKey) { return child }
            let bytes = key(of: child)
            if !bytes.hasOnlyASCII {
                if bytes.firstInvalid != nil { return child }
                if !bytes.isKnownToBeComposed { isIndexed = false }
            }
            // No child before this one has its key.
            isIndexed =
                isIndexed
                && eachChild(of: dictionary).first { $0 == child || key(of: $0).hasSameBytes(as: bytes) } == child
        }
        if isIndexed { self[dictionary].payload |= 0xFFFF_FFFF << 32 }
        self[dictionary].flags.formUnion(isIndexed ? [.isChecked, .isIndexed] : .isChecked)
        return -1
    }

    /// Returns the member of an indexed dictionary with a key, or −1.
    @inline(__always)
    func member(of dictionary: Int32, named key: String) -> Int32 {
        key.withRun { key in
            let latest = Int32(truncatingIfNeeded: self[dictionary].payload >> 32)
            let candidate = latest < 0 ? self[dictionary].firstChild : self[latest].next
            if candidate >= 0, self.key(of: candidate).hasSameBytes(as: key) {
                return found(candidate, in: dictionary)
            }
            return search(dictionary, for: key)
        }
    }

    private func found(_ member: Int32, in dictionary: Int32) -> Int32 {
        self[dictionary].payload = self[dictionary].payload & 0xFFFF_FFFF | UInt64(UInt32(bitPattern: member)) << 32
        return member
    }

    @inline(never)
    private func search(_ dictionary: Int32, for key: ByteRun) -> Int32 {
        // Other text may be canonically equivalent to a key with different bytes.
        let text = key.isKnownToBeComposed ? nil : key.string
        for child in eachChild(of: dictionary) {
            let bytes = self.key(of: child)
            if bytes.hasSameBytes(as: key) || text.map({ $0 == keyText(of: child) }) == true {
                return found(child, in: dictionary)
            }
        }
        return -1
    }
}
