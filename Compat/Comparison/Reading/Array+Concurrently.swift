import URLSerialization

extension Array {
    /// The number of leaves from which senders work on all cores.
    private static var largeCount: Int { 16 }

    /// Returns the results of a transformation, made on all cores if a payload is large.
    func concurrently<Value>(leafCount: Int, _ transform: @escaping (Element) -> Value) -> [Value] {
        guard leafCount >= Self.largeCount else { return map(transform) }
        let values = Locked([UncheckedSendable<Value>?](repeating: nil, count: count))
        // The transformations only read payloads and reports, which nothing changes meanwhile. Each makes one value.
        let work = UncheckedSendable((elements: self, transform: transform))
        DispatchQueue.concurrentPerform(iterations: count) { position in
            let value = UncheckedSendable(work.value.transform(work.value.elements[position]))
            values.withLock { $0[position] = value }
        }
        return values.value.compactMap { $0?.value }
    }
}
