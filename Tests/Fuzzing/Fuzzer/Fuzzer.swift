import Doors
import Foundation

/// The door that the environment variable `DOOR` names.
private let door: Door = {
    let name = ProcessInfo.processInfo.environment["DOOR"] ?? ""
    guard let door = Door.all.first(where: { $0.name == name }) else {
        let names = Door.all.map(\.name).joined(separator: " ")
        FileHandle.standardError.write(Data("Set DOOR to one of: \(names)\n".utf8))
        _exit(2)
    }
    return door
}()

/// Checks an input of libFuzzer. A broken claim ends the process, so that the input is kept.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try door.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(door.name): \(error)")
    }
    return 0
}
