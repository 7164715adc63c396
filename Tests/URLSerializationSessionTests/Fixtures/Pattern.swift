import Foundation

/// So many bytes of what `Connection.write(patternFrom:count:)` sends, made fast.
func pattern(_ count: Int) -> Data {
    var data = Data((0..<251).map { UInt8($0) })
    while data.count < count { data += data }
    return data.prefix(count)
}
