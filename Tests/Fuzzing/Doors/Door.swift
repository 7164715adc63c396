/// A way into the package for bytes from outside, and what must hold whatever the bytes are.
public struct Door: Sendable, CustomStringConvertible {
    /// The name of the file of its corpus.
    public let name: String
    /// Passes an input in and checks the claims.
    ///
    /// - Throws: ``Finding`` where a claim does not hold.
    public let check: @Sendable (_ input: [UInt8]) throws -> Void

    /// The name.
    public var description: String { name }

    /// All doors, by the module that they belong to.
    public static let all: [Door] = documents + queries + parameters + responses + session + clients + comparison
}

/// A claim that an input disproves.
public struct Finding: Error, CustomStringConvertible {
    /// The claim, and what holds instead.
    public let description: String
}

/// Throws a finding unless a claim holds.
func claim(_ text: @autoclosure () -> String, _ holds: @autoclosure () throws -> Bool) throws {
    if try !holds() { throw Finding(description: text()) }
}

/// Checks that what is written of a value grows no faster than the program that makes the value.
///
/// A leaf takes at least one byte of it, and stands in a query below up to six keys of up to 24 bytes, each written as
/// up to nine. These keys are bytes of the program, too, so that each becomes 530 bytes at most. JSON and property
/// lists write a key once, so that `each` is lower there.
func checkLength(_ count: Int, of program: [UInt8], each: Int = 600) throws {
    try claim("\(count) bytes of \(program.count)", count <= each * (program.count + 32))
}

/// Whether an input is one of eight for which a door makes a comparison that is slower than everything else it does.
func isSampled(_ input: [UInt8]) -> Bool { input.reduce(0, &+) & 7 == 0 }

/// Returns the value of a call, or `nil` if it throws one of the errors that it may throw.
func allowing<Value, Failure: Error>(_ error: Failure.Type, _ call: () throws -> Value) throws -> Value? {
    do {
        return try call()
    } catch is Failure {
        return nil
    } catch {
        throw Finding(description: "an error of type \(type(of: error)): \(error)")
    }
}
