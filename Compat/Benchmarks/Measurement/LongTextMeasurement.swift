import Foundation
import URLSerialization

/// The speed of this library on a long text, in fresh processes.
///
/// The C library's allocator decides early in a process, depending on earlier deallocations, whether a block of a
/// megabyte stays in its heap or is returned to the system and later mapped again page by page. One process is
/// therefore not representative of others, and no peer may run in it before this library has.
struct LongTextMeasurement: Encodable {
    /// The requested form of the query.
    enum Form: String, CaseIterable, Encodable {
        case string
        case body
    }

    /// The payload.
    let payload: Payload.Name
    /// The form.
    let form: Form
    /// The speed of each process as a multiple of the plain port's.
    let timesPlain: [Double]

    /// Measures a payload in a number of processes, one after another.
    init(_ payload: Payload.Name, as form: Form, processes: Int) throws {
        (self.payload, self.form) = (payload, form)
        timesPlain = try (0..<processes).map { _ in
            let arguments = ["--long-text", payload.rawValue, form.rawValue]
            let output = try ChildProcess.output(of: ChildProcess.ownExecutable, arguments)
            return try JSONDecoder().decode(Double.self, from: output)
        }
    }

    /// Returns the speed of this process as a multiple of the plain port's.
    static func timesPlain(_ payload: Payload.Name, as form: Form) throws -> Double {
        let parameters = Payload(payload).parameters
        let (query, serializer) = (QueryStringSerializer(), HTTPRequestSerializer())
        let request = URLRequest(url: URL(filePath: "/"))
        func ours() throws -> Int {
            switch form {
            case .string: try query.string(from: parameters).utf8.count
            case .body: try serializer.body(for: parameters, in: request)?.count ?? 0
            }
        }
        let timer = CallTimer(rounds: 5, batchNanoseconds: 10_000_000)
        let nanoseconds = try timer.timings(of: [ours])[0].nanoseconds
        return try timer.timings(of: [{ PlainQuery.string(from: parameters).utf8.count }])[0].nanoseconds / nanoseconds
    }
}
