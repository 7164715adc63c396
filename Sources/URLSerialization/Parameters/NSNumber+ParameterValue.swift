extension NSNumber {
    /// The number as a Boolean, an integer, a double, a float or a decimal.
    ///
    /// A cast does not distinguish them: `NSNumber(value: 1) as? Bool` succeeds. Darwin's Booleans are the two
    /// instances of `CFBoolean`, whose encoded type `c` is also that of an `Int8`. swift-corelibs-foundation has no
    /// public CFBoolean, but there `NSNumber(value: true)` is one of the two as well. The Darwin branch has not been
    /// run.
    var parameterLeaf: ParameterValue {
        if let decimal = self as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        let encodedType = unsafe UInt8(bitPattern: objCType.pointee)
        #if canImport(Darwin)
            let isBoolean = CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
            let isBoolean = encodedType == UInt8(ascii: "c") && self === NSNumber(value: boolValue)
        #endif
        if isBoolean { return .bool(boolValue) }
        return switch encodedType {
        case UInt8(ascii: "d"): .double(doubleValue)
        case UInt8(ascii: "f"): .float(floatValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"): ParameterValue(uint64Value)
        default: .int(int64Value)
        }
    }
}
