import Foundation

/// Returns `count` bytes of the pattern that `Connection.write(patternFrom:count:)` sends.
func pattern(_ count: Int) -> Data {
    var data = Data((0..<251).map { UInt8($0) })
    while data.count < count { data += data }
    return data.prefix(count)
}
