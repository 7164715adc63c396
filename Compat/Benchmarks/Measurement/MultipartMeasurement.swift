import URLSerialization

/// The cost of multipart forms: large ones against `cat`, ones of many parts against texts appended to one another.
enum MultipartMeasurement {
    /// Measures forms of `parts` parts and twice as many, and of one file of either size.
    ///
    /// - Parameter rounds: The number of times the larger file's form is written.
    static func figures(
        _ timer: CallTimer, parts: Int = 10_000, fileSizes: [Int] = [64 << 20, 1 << 30], rounds: Int = 5
    ) throws -> [Figure] {
        let scratch = try ScratchDirectory()
        let files = try fileSizes.map { try scratch.makeFile("\($0)", bytes: $0) }
        let (small, large) = (files[0], files[files.count - 1])
        let timings = try NamedTimings(of: forms(parts: parts) + reading(small), timer: timer)
        let doublings = [building, readingOut, requesting].map { name in
            Figure(
                "\(name): time of twice the parts", timings[title(name, 2 * parts)] / timings[title(name, parts)],
                atMost: 2.3)
        }
        let memory = try [FormWork.write, .upload, .uploadFile].flatMap { work in
            let (less, more) = (try work.cost(of: small.path).memory, try work.cost(of: large.path).memory)
            // Constant, except for memory that the allocator leaves unused: URLSession's uploads from files differ by
            // up to 8 MiB.
            let growth = more.flatMap { more in less.map { (more - $0).mebibytes } }
            return [
                Figure("\(work.rawValue): that the larger file takes more", growth, "MiB", atMost: 16),
                Figure(
                    "\(work.rawValue): above the process's start", more?.mebibytes, "MiB",
                    atMost: work == .write ? 32 : nil),
            ]
        }
        let (ours, cat) = try writing(large, to: scratch.file("copy"), rounds: rounds)
        let writing = Figure(
            "write: throughput over cat's", cat.median / ours.median, atLeast: 0.8,
            detail: "\(ours.median.text(3)) s, cat \(cat.median.text(3)) s")
        return timings.figures + [writing] + memory + doublings
    }

    // The body is read through the stream: for the whole body as data, the C library takes pages from the system and
    // returns them at each call from some size on, which costs more than the parts.

    static let building = "build parts"
    static let readingOut = "build parts, read them out"
    static let requesting = "request of parameters"

    private static func title(_ name: String, _ parts: Int) -> String { "\(name), \(parts)" }

    private static func forms(parts: Int) throws -> [NamedTimings.Call] {
        try [parts, 2 * parts].flatMap { parts in
            let payload = try FormPayload(count: parts)
            guard try payload.body().data() == PlainForm.data(of: payload.parts, boundary: payload.boundary) else {
                throw BenchmarkError.failure("a form of \(parts) parts differs from the plain one")
            }
            let parameters = WidePayload.parameters(count: parts)
            let calls: [NamedTimings.Call] = [
                (building, { try Int(payload.body().contentLength) }),
                (readingOut, { try FormWork.read(payload.body().makeStream()) }),
                ("build parts, as data", { try payload.body().data().count }),
                (
                    "parts appended as text, plain",
                    { PlainForm.data(of: payload.parts, boundary: payload.boundary).count }
                ),
                (requesting, { try FormWork.length(ofFormWith: parameters) }),
            ]
            return calls.map { (title($0.name, parts), $0.call) }
        }
    }

    private static func reading(_ file: URL) throws -> [NamedTimings.Call] {
        let data = try Data(contentsOf: file)
        let (ofData, ofFile) = try (FormPayload.body(of: data), FormPayload.body(of: file))
        return [
            ("read data, 64 KiB at a time", { try FormWork.read(ofData.makeStream()) }),
            ("InputStream(data:)", { try FormWork.read(InputStream(data: data)) }),
            ("read file, 64 KiB at a time", { try FormWork.read(ofFile.makeStream()) }),
            (
                "InputStream(fileAtPath:)",
                { try InputStream(fileAtPath: file.path).map { try FormWork.read($0) } ?? 0 }
            ),
        ]
    }

    /// Writes the form of a file and copies the file with `cat`, in turns, after an unmeasured first turn.
    private static func writing(_ file: URL, to copy: URL, rounds: Int) throws -> (ours: [Double], cat: [Double]) {
        let cat = try ChildProcess.executable("cat")
        let body = try FormPayload.body(of: file)
        let works: [() throws -> Void] = [
            { try FormWork.write(body, to: copy) },
            {
                _ = FileManager.default.createFile(atPath: copy.path, contents: nil)
                try ChildProcess.run(cat, [file.path], output: copy)
            },
        ]
        var seconds: [[Double]] = [[], []]
        for round in 0...rounds {
            for step in works.indices {
                let index = (round + step) % works.count
                let start = DispatchTime.now().uptimeNanoseconds
                try works[index]()
                let end = DispatchTime.now().uptimeNanoseconds
                try FileManager.default.removeItem(at: copy)
                if round > 0 { seconds[index].append(Double(end - start) / 1e9) }
            }
        }
        return (seconds[0], seconds[1])
    }
}
