/// The order of keys and of a set's elements: a total form of NSString's `compare:`, by the Unicode scalars of the
/// canonically decomposed (NFD) forms, then by UTF-8.
///
/// CoreFoundation's `compare:` always agrees for ASCII. Beyond ASCII it agrees for all but about one random pair in ten
/// thousand, where CoreFoundation is not even transitive. Swift's `<` does not agree: it puts `é` after `z`.
enum KeyOrder {
    /// Whether one text comes before another.
    static func precedes(_ left: String, _ right: String) -> Bool {
        let leftForm = DecomposedForm(left)
        let rightForm = DecomposedForm(right)
        // UTF-8 keeps the order of the scalars.
        if let ordered = compare(leftForm.text, rightForm.text) { return ordered }
        return compare(left, right) ?? false
    }

    private static func compare(_ left: String, _ right: String) -> Bool? {
        left.withRun { left in
            right.withRun { right in
                for position in 0..<min(left.count, right.count) where left[position] != right[position] {
                    return left[position] < right[position]
                }
                return left.count == right.count ? nil : left.count < right.count
            }
        }
    }
}
