import URLSerialization

/// The cost of multipart forms: large ones against `cat`, ones of many parts against texts appended to one another.
struct MultipartMeasurement: Encodable {
    /// Building forms, or reading them out.
    struct Row: Encodable {
        /// The name of the work.
        let name: String
        /// The number of parts, 0 if that does not matter.
        let parts: Int
        /// The median time in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The body's length.
        let bytes: Int
    }

    /// The cost of a form with one file in a separate process.
    struct Memory: Encodable {
        /// The measured work.
        let work: FormWork
        /// The cost for the first of ``fileSizes``.
        let small: ProcessCost
        /// The cost for the last of ``fileSizes``.
        let large: ProcessCost

        /// The bytes that the large file takes; `nil` if the system does not report memory.
        var bytes: Int? { large.memory }
        /// The additional bytes that the large file takes, compared with the small one.
        var growth: Int? { large.memory.flatMap { large in small.memory.map { large - $0 } } }
    }

    /// The times of forms in memory.
    let rows: [Row]
    /// The sizes of the files whose forms are written and sent.
    let fileSizes: [Int]
    /// The seconds in which this library writes a form of the larger file, one for each round.
    let writingSeconds: [Double]
    /// The seconds in which `cat` copies the file, one for each round.
    let catSeconds: [Double]
    /// The costs of separate processes.
    let memory: [Memory]

    /// The throughput of writing over that of `cat`: medians of the rounds.
    var writingOverCat: Double { Self.median(catSeconds) / Self.median(writingSeconds) }

    /// Returns the time for twice the parts over the time for the single number.
    func doubling(_ name: String) -> Double? {
        let times = rows.filter { $0.name == name }.map(\.nanoseconds)
        return times.count == 2 ? times[1] / times[0] : nil
    }

    /// Measures forms of `parts` parts and twice as many, and of one file of either size.
    ///
    /// - Parameter rounds: The number of times the larger file's form is written.
    init(timer: CallTimer, parts: Int = 10_000, fileSizes: [Int] = [64 << 20, 1 << 30], rounds: Int = 5) throws {
        self.fileSizes = fileSizes
        let scratch = try ScratchDirectory()
        let files = try fileSizes.map { try scratch.makeFile("\($0)", bytes: $0) }
        let (small, large) = (files[0], files[files.count - 1])
        rows = try Self.forms(timer, parts: parts) + Self.reading(timer, small)
        memory = try [FormWork.write, .upload, .uploadFile].map {
            Memory(work: $0, small: try $0.cost(of: small.path), large: try $0.cost(of: large.path))
        }
        (writingSeconds, catSeconds) = try Self.writing(large, to: scratch.file("copy"), rounds: rounds)
    }

    // The body is read through the stream: for the whole body as data, the C library takes pages from the system and
    // returns them at each call from some size on, which costs more than the parts.

    /// The names of rows for ``doubling(_:)``.
    static let building = "build parts"
    static let readingOut = "build parts, read them out"
    static let requesting = "request of parameters"

    private static func forms(_ timer: CallTimer, parts: Int) throws -> [Row] {
        let payloads = try [parts, 2 * parts].map { try FormPayload(count: $0) }
        for payload in payloads {
            guard try payload.body().data() == PlainForm.data(of: payload.parts, boundary: payload.boundary) else {
                throw BenchmarkError.failure("a form of \(payload.parts.count) parts differs from the plain one")
            }
        }
        var calls: [(name: String, parts: Int, call: () throws -> Int)] = []
        for payload in payloads {
            calls.append((building, payload.parts.count, { try Int(payload.body().contentLength) }))
            calls.append((readingOut, payload.parts.count, { try FormWork.read(payload.body().makeStream()) }))
            calls.append(("build parts, as data", payload.parts.count, { try payload.body().data().count }))
            calls.append(
                (
                    "parts appended as text, plain", payload.parts.count,
                    { PlainForm.data(of: payload.parts, boundary: payload.boundary).count }
                ))
            let parameters = WidePayload.parameters(count: payload.parts.count)
            calls.append((requesting, payload.parts.count, { try FormWork.length(ofFormWith: parameters) }))
        }
        return try rows(timer, calls)
    }

    private static func reading(_ timer: CallTimer, _ file: URL) throws -> [Row] {
        let data = try Data(contentsOf: file)
        let (ofData, ofFile) = try (FormPayload.body(of: data), FormPayload.body(of: file))
        return try rows(
            timer,
            [
                ("read data, 64 KiB at a time", 1, { try FormWork.read(ofData.makeStream()) }),
                ("InputStream(data:)", 0, { try FormWork.read(InputStream(data: data)) }),
                ("read file, 64 KiB at a time", 1, { try FormWork.read(ofFile.makeStream()) }),
                (
                    "InputStream(fileAtPath:)", 0,
                    { try InputStream(fileAtPath: file.path).map { try FormWork.read($0) } ?? 0 }
                ),
            ])
    }

    private static func rows(
        _ timer: CallTimer, _ calls: [(name: String, parts: Int, call: () throws -> Int)]
    ) throws -> [Row] {
        zip(calls, try timer.timings(of: calls.map(\.call))).map { call, timing in
            Row(
                name: call.name, parts: call.parts, nanoseconds: timing.nanoseconds, spread: timing.spread,
                bytes: timing.outputBytes)
        }
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

    /// Returns the median of values.
    static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
