import URLSerialization

/// What multipart forms cost: large ones beside `cat`, ones of many parts beside texts appended to one another.
struct MultipartMeasurement: Encodable {
    /// Building forms, or reading them out.
    struct Row: Encodable {
        /// What is done.
        let name: String
        /// Parts, 0 where that does not matter.
        let parts: Int
        /// The median time in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The body's length.
        let bytes: Int
    }

    /// What a process of its own takes for a form of one file.
    struct Memory: Encodable {
        /// What is done.
        let work: FormWork
        /// For the file of ``fileSizes``' first.
        let small: ProcessCost
        /// For the file of ``fileSizes``' last.
        let large: ProcessCost

        /// The bytes that the large file takes; nil where the system does not tell.
        var bytes: Int? { large.memory }
        /// The bytes that the large file takes more than the small one.
        var growth: Int? { large.memory.flatMap { large in small.memory.map { large - $0 } } }
    }

    /// Forms in memory, by what is done.
    let rows: [Row]
    /// The sizes of the files whose forms are written and sent.
    let fileSizes: [Int]
    /// Seconds for a form of the larger file written by this library, round for round.
    let writingSeconds: [Double]
    /// Seconds for `cat` to copy the file, round for round.
    let catSeconds: [Double]
    /// What processes of their own take.
    let memory: [Memory]

    /// The throughput of writing over that of `cat`: medians of the rounds.
    var writingOverCat: Double { Self.median(catSeconds) / Self.median(writingSeconds) }

    /// The time for twice the parts over the time for them.
    func doubling(_ name: String) -> Double? {
        let times = rows.filter { $0.name == name }.map(\.nanoseconds)
        return times.count == 2 ? times[1] / times[0] : nil
    }

    /// Measures forms of so many parts and twice as many, and of one file of either size.
    ///
    /// - Parameter rounds: How often the larger file's form is written.
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

    // Reading out through the stream: for the whole body as data, the C library takes pages from the system and gives them
    // back at each call from some size on, which costs more than the parts.

    /// Names of rows that ``doubling(_:)`` is asked for.
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

    /// Writes the form of a file, and has `cat` copy the file, in turns after a first turn that does not count.
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

    /// The middle of the values.
    static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
