/// Checks the keys of a dictionary for what a framework would read into them.
struct FrameworkKeys {
    /// What is wrong, and with which key; nil for all of them together.
    struct Fault: Error {
        let position: Int?
        let fault: ParameterFault
    }

    let framework: QueryFramework
    let style: QueryStyle
    let limits: QueryLimits

    /// - Throws: ``Fault``
    func check(_ keys: [String], isRoot: Bool, isInArray: Bool) throws {
        var seen = Set<[UInt8]>()
        for (position, key) in keys.enumerated() {
            let bytes = Array(key.utf8)
            if let reason = reason(against: bytes, isRoot: isRoot, isInArray: isInArray) {
                throw Fault(
                    position: position,
                    fault: ParameterFault(.unsupportedKey, "The key \(key.debugDescription) \(reason)"))
            }
            guard seen.insert(bytes).inserted else {
                throw Fault(
                    position: position,
                    fault: ParameterFault(
                        .unsupportedKey,
                        "The key \(key.debugDescription) stands twice in one dictionary. Rename one of them."))
            }
        }
        if framework == .php, !isRoot, isList(seen) {
            throw Fault(
                position: nil,
                fault: .misread(
                    "PHP reads a dictionary with the keys 0, 1, 2… as a list. Pass an array, or use other keys."))
        }
        if framework == .qs, !isRoot, isIndices(seen) {
            throw Fault(
                position: nil,
                fault: .misread(
                    "qs reads a dictionary with no keys but \(indexRange) as an array. Pass an array, or use other keys."
                ))
        }
        if framework == .rack, let limit = limits.keySpace {
            let length = keys.reduce(0) { $0 + $1.unicodeScalars.count }
            guard length > limit else { return }
            throw Fault(
                position: nil,
                fault: ParameterFault(
                    .beyondLimits,
                    "The dictionary's keys have \(length) characters together, but Rack reads no more than \(limit). Use "
                        + "shorter keys, send JSON, or raise the style's limits and the server's."))
        }
    }

    private func isList(_ keys: Set<[UInt8]>) -> Bool {
        !keys.isEmpty
            && keys.allSatisfy { key in DecimalKey.value(of: key).map { (0..<Int64(keys.count)).contains($0) } ?? false
            }
    }

    private func isIndices(_ keys: Set<[UInt8]>) -> Bool {
        !keys.isEmpty
            && keys.allSatisfy { key in
                DecimalKey.value(of: key).map { $0 >= 0 && $0 <= Int64(limits.elements ?? .max) } ?? false
            }
    }

    private var indexRange: String { limits.elements.map { "integers from 0 to \($0)" } ?? "integers" }

    /// Why a key cannot be used; nil if it can.
    private func reason(against key: [UInt8], isRoot: Bool, isInArray: Bool) -> String? {
        guard framework != .flat else { return nil }
        if key.isEmpty {
            return
                "is empty, and \(isRoot ? "ignored" : "read as the place of an array's element") by \(framework.name). "
                + "Name it."
        }
        if key.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) {
            return "holds a bracket, which \(framework.name) reads as structure. Rename it, or nest dictionaries."
        }
        switch framework {
        case .php: return phpReason(against: key, isRoot: isRoot)
        case .rack where isInArray && key.contains(UInt8(ascii: "\n")):
            return "holds a line feed, at which Rack stops reading an array's keys. Rename it."
        case .qs where JavaScriptNames.contains(key):
            return "is that of a property of every JavaScript object, and ignored by qs. Rename it."
        case .rack, .qs, .flat: return nil
        }
    }

    private func phpReason(against key: [UInt8], isRoot: Bool) -> String? {
        if key.contains(0) { return "holds NUL, at which it ends for PHP. Rename it." }
        if isRoot {
            guard key.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }) else { return nil }
            return "holds a space or a dot, which PHP replaces by _. Rename it, or put it into a dictionary."
        }
        if key.count == 1, key[0] == UInt8(ascii: " ") || (9...13).contains(key[0]) {
            return "is a blank, which PHP reads as the place of an array's element. Rename it."
        }
        if key.starts(with: "__Host-".utf8) || key.starts(with: "__Secure-".utf8) {
            return "has a prefix of cookies' names, and is dropped by PHP. Rename it."
        }
        return nil
    }
}
