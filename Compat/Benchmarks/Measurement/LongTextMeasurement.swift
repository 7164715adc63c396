import Foundation
import URLSerialization

/// The speed of this library on a long text, in fresh processes.
///
/// The C library's allocator decides early in a process, depending on earlier deallocations, whether a block of a
/// megabyte stays in its heap or is returned to the system and later mapped again page by page. One process is
/// therefore not representative of others, and no peer may run in it before this library has.
enum LongTextMeasurement {
    /// The requested form of the query.
    enum Form: String, CaseIterable {
        case string
        case body
    }

    /// Measures long texts in a number of processes, one after another.
    static func figures(processes: Int) throws -> [Figure] {
        try [Payload.Name.longASCII, .longCJK].flatMap { payload in
            try Form.allCases.map { form in
                let times = try (0..<processes).map { _ in
                    let arguments = ["--long-text", payload.rawValue, form.rawValue]
                    let output = try ChildProcess.output(of: ChildProcess.ownExecutable, arguments)
                    return try JSONDecoder().decode(Double.self, from: output)
                }
                return Figure(
                    "\(payload.rawValue) as \(form.rawValue): times faster than plain, slowest of \(processes)",
                    times.min(), atLeast: payload == .longASCII ? 200 : 25,
                    detail: times.map { $0.text(0) }.joined(separator: " "))
            }
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
