extension Target {
    /// Returns the targets of multipart forms.
    static func multipartTargets(_ forms: MultipartMeasurement) -> [Target] {
        let doublings = [
            MultipartMeasurement.building, MultipartMeasurement.readingOut, MultipartMeasurement.requesting,
        ].map { name in
            Target("\(name): time of twice the parts", .atMost, 2.3, measured: forms.doubling(name))
        }
        // Constant, except for memory that the allocator leaves unused: URLSession's uploads from files differ by up to
        // 8 MiB.
        let growths = forms.memory.map { memory in
            Target(
                "\(memory.work.rawValue): MiB that the larger file takes more", .atMost, 16,
                measured: memory.growth.map(mebibytes))
        }
        let writing = forms.memory.first { $0.work == .write }
        return [
            Target("write: throughput over cat's", .atLeast, 0.8, measured: forms.writingOverCat),
            Target(
                "write: MiB above the process's start", .atMost, 32,
                measured: writing?.bytes.map(mebibytes)),
        ] + growths + doublings
    }

    private static func mebibytes(_ bytes: Int) -> Double { Double(bytes) / Double(1 << 20) }
}
