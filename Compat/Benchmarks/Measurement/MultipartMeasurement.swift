import Foundation
import TestSupport
import URLSerialization

/// The cost of multipart forms: forms with many parts, and large forms compared with `cat`.
enum MultipartMeasurement {
    /// Measures forms of `parts` parts and of twice as many, and forms of one file of each size.
    ///
    /// - Parameter rounds: The number of times the larger file's form is written.
    static func figures(_ timer: CallTimer, parts: Int, fileSizes: [Int], rounds: Int) throws -> [Figure] {
        let timings = try timer.timings(of: calls(parts) + calls(2 * parts))
        let doublings = (0..<2).map { index in
            Figure(
                "\(timings[index].name): time of twice the parts",
                timings[index + 2].nanoseconds / timings[index].nanoseconds, atMost: 2.3)
        }
        let scratch = try ScratchFolder()
        let files = try fileSizes.map { try scratch.makeFile("\($0)", bytes: $0) }
        let memory = try [ProcessWork.writeForm, .streamForm].flatMap { work in
            let costs = try files.map { try work.cost([$0.path]).memory }
            let (less, more) = (costs[0], costs[1])
            return [
                Figure(
                    "\(work.rawValue): that the larger file takes more",
                    more.flatMap { more in less.map { (more - $0).mebibytes } }, "MiB", atMost: 16),
                Figure(
                    "\(work.rawValue): above the process's start", more?.mebibytes, "MiB",
                    atMost: work == .writeForm ? 32 : nil),
            ]
        }
        let times = try writing(files[1], to: scratch("copy"), rounds: rounds)
        let writing = Figure(
            "write-form: throughput over cat's", times[1] / times[0], atLeast: 0.8,
            detail: "\(times[0].text(3)) s, cat \(times[1].text(3)) s")
        return timings.map(\.figure) + [writing] + memory + doublings
    }

    // The body is read through the stream. For a whole body as data, from a certain size the C library takes pages from
    // the system and returns them at each call, which costs more than the parts.
    private static func calls(_ count: Int) -> [CallTimer.Call] {
        let contents = (0..<count).map { index in
            Data(index % 4 == 3 ? [UInt8](repeating: 0x2E, count: 200) : Array("the value of \(index)".utf8))
        }
        let parameters = Payload.wide(count)
        return [
            (
                "build \(count) parts, read them out",
                {
                    var form = MultipartForm()
                    for (index, content) in contents.enumerated() {
                        if index % 4 == 3 {
                            try form.append(
                                content, name: "file_\(index)", fileName: "note \(index).txt", mediaType: "text/plain")
                        } else {
                            try form.append(content, name: "field_\(index)")
                        }
                    }
                    guard let body = try form.makeBody() else { throw BenchmarkError.failure("a form without parts") }
                    let reader = try StreamReader(body.makeStream())
                    var bytes = 0
                    while case let data = try reader.next(64 << 10), !data.isEmpty { bytes += data.count }
                    return bytes
                }
            ),
            (
                "request of \(count) parameters",
                {
                    let request = try HTTPRequestSerializer().multipartRequest(
                        method: .post, url: "https://example.com/orders", parameters: parameters)
                    return Int(request.multipartBody?.contentLength ?? 0)
                }
            ),
        ]
    }

    /// Writes the form of a file and copies the file with `cat`, in turns, after an unmeasured first turn, and returns
    /// the median times in seconds.
    private static func writing(_ file: URL, to copy: URL, rounds: Int) throws -> [Double] {
        let body = try body(of: file)
        func seconds(_ work: () throws -> Void) throws -> Double {
            defer { try? FileManager.default.removeItem(at: copy) }
            let start = DispatchTime.now().uptimeNanoseconds
            try work()
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        }
        let works = [
            { try seconds { try wait { try await body.write(to: copy) } } },
            { try seconds { _ = try Program.run("/bin/cat", [file.path], output: copy.path) } },
        ]
        return try inTurns(rounds + 1, works).map { Array($0.dropFirst()).median }
    }

    /// Returns the body of a form with one file.
    static func body(of file: URL) throws -> MultipartBody {
        var form = MultipartForm()
        try form.append(file: file, name: "file", fileName: "file.bin", mediaType: "application/octet-stream")
        guard let body = try form.makeBody() else { throw BenchmarkError.failure("a form without parts") }
        return body
    }

    /// Returns a closure that writes the form of a file to a file next to it.
    static func writing(_ file: URL) -> () throws -> Int {
        {
            let target = file.appendingPathExtension("form")
            defer { try? FileManager.default.removeItem(at: target) }
            let body = try body(of: file)
            try wait { try await body.write(to: target) }
            return Int(body.contentLength)
        }
    }

    /// Returns a closure that sends the form of a file through URLSession, as a stream.
    static func streaming(_ file: URL) -> () throws -> Int {
        {
            let server = try SessionServer()
            var request = URLRequest(url: try server.url("/"))
            request.httpMethod = "POST"
            let body = try body(of: file)
            request.multipartBody = body
            let session = URLSession(configuration: SessionWork.configuration)
            defer { session.invalidateAndCancel() }
            let answer = try wait { [request] in try await session.data(for: request).0 }
            try SessionWork.check(Int(body.contentLength), answer)
            return answer.count
        }
    }
}
