/// Follows the references of a binary property list, without creating objects, to find out whether Foundation can
/// safely read it.
///
/// The rules are those of Foundation's reader (CFBinaryPList.c), found by experiment, with these exceptions:
///
/// - A set that is not empty is refused. Foundation on Linux crashes on it; Apple's would read it, but servers do not
///   send sets.
/// - A list nested more than 512 levels deep is refused even where Foundation does not notice because it has read the
///   object before at a lesser depth.
/// - A shared object counts each time. The list seen as a tree may have no more values than the data has bytes, or
///   65,536 if that is more. Its strings and data may have at most 64 MiB plus sixteen times the data's size together.
///   A list that refers to each array and dictionary once is always within these limits.
/// - A length written in 256 bytes or more is refused.
struct BinaryPropertyListScanner {
    /// The number of values in the tree that is allowed for data of any size.
    static let allowedValues = 1 << 16
    /// The bytes of strings and data in the tree that are allowed beyond sixteen for each byte of the data.
    static let allowedBytes = 64 << 20

    private let layout: BinaryPropertyListLayout
    private let maximumValues: Int
    private let maximumBytes: Int

    private var containers: SeenContainers
    private var open: [OpenContainer] = []
    /// The references of all containers seen, each of which is in the tree at least once.
    private var referencesSeen = 0

    /// Reads the trailer.
    init(_ bytes: UnsafeRawBufferPointer) throws(UndecodableData) {
        layout = try BinaryPropertyListLayout(bytes)
        maximumValues = min(max(bytes.count, Self.allowedValues), Int(UInt32.max))
        // A buffer in memory is too small for this to overflow.
        maximumBytes = bytes.count * 16 + Self.allowedBytes
        // Several objects may be written as the same bytes. The scanner keeps a slot for each object or for each byte,
        // whichever are fewer, which takes at most 12 bytes for every 4 of the data.
        containers = SeenContainers(count: min(layout.objectCount, layout.objectsEnd))
        open.reserveCapacity(16)
    }

    /// Follows all references from the top object.
    ///
    /// - Returns: The number of levels to which its arrays and dictionaries nest.
    /// - Complexity: O(n) time; 3 n bytes of memory at most.
    mutating func scan() throws(UndecodableData) -> Int {
        for object in 0..<layout.objectCount where layout.offset(of: object) >= layout.objectsEnd {
            throw UndecodableData("Object \(object) of the binary property list lies outside of it.")
        }
        var root = OpenContainer(slot: 0, next: 0, remaining: 1, keys: 0)
        try visit(layout.top, from: &root)
        while var container = open.last {
            let innermost = open.count - 1
            if container.remaining > 0 {
                let reference = try layout.reference(at: container.next)
                container.next += layout.referenceSize
                container.remaining -= 1
                let isKey = container.keys > 0
                if isKey { container.keys -= 1 }
                try visit(reference, from: &container, isKey: isKey)
                open[innermost] = container
            } else {
                containers.close(container.slot, container.extent)
                open.removeLast()
                if innermost == 0 {
                    try add(container.extent, to: &root)
                } else {
                    try add(container.extent, to: &open[innermost - 1])
                }
            }
        }
        return root.extent.depth - 1
    }

    // MARK: - Objects

    /// Adds the extent of an object to the container that refers to it, or opens it.
    private mutating func visit(
        _ object: Int, from container: inout OpenContainer, isKey: Bool = false
    ) throws(UndecodableData) {
        let offset = layout.offset(of: object)
        guard offset >= 8 else { throw layout.damaged(offset) }
        let marker = layout.cursor.byte(at: offset)
        let low = Int(marker & 0x0F)
        var size = 0
        switch marker >> 4 {
        case 0x0:
            guard marker == 0x00 || marker == 0x08 || marker == 0x09 else { throw layout.damaged(offset) }
        case 0x1:
            guard low <= 4, layout.hasBytes(1 << low, at: offset + 1) else { throw layout.damaged(offset) }
        case 0x2:
            guard low == 2 || low == 3, layout.hasBytes(1 << low, at: offset + 1) else { throw layout.damaged(offset) }
        case 0x3:
            guard low == 3, layout.hasBytes(8, at: offset + 1) else { throw layout.damaged(offset) }
        case 0x4, 0x5:
            size = try layout.content(at: offset, unit: 1).count
        case 0x6:
            size = try layout.content(at: offset, unit: 2).count * 2
        case 0x8:
            guard layout.hasBytes(low + 1, at: offset + 1),
                let value = layout.unsigned(at: offset + 1, size: low + 1), value <= Int(UInt32.max)
            else { throw layout.damaged(offset) }
        case 0xA, 0xC, 0xD:
            guard !isKey else {
                throw UndecodableData("A key of the binary property list is no plain value: the one at byte \(offset).")
            }
            return try enter(object, at: offset, kind: marker >> 4, from: &container)
        default:
            throw layout.damaged(offset)
        }
        try add(Extent(values: 1, bytes: size, depth: 0), to: &container)
    }

    private mutating func enter(
        _ object: Int, at offset: Int, kind: UInt8, from container: inout OpenContainer
    ) throws(UndecodableData) {
        let slot = containers.count == layout.objectCount ? object : offset
        switch containers.state(of: slot) {
        case .known(let extent):
            return try add(extent, to: &container)
        case .open:
            throw UndecodableData("The binary property list contains itself: the object at byte \(offset).")
        case .unseen:
            break
        }
        guard open.count <= BracketStack.maximumDepth else { throw Self.tooDeep }
        let (start, count) = try layout.content(
            at: offset, unit: kind == 0xD ? layout.referenceSize * 2 : layout.referenceSize)
        guard kind != 0xC || count == 0 else {
            throw UndecodableData("The binary property list holds a set, at byte \(offset), which is not supported.")
        }
        let references = kind == 0xD ? count * 2 : count
        referencesSeen += references
        guard referencesSeen <= maximumValues else { throw Self.tooLarge }
        containers.open(slot)
        open.append(
            OpenContainer(slot: slot, next: start, remaining: references, keys: kind == 0xD ? count : 0))
    }

    private func add(_ extent: Extent, to container: inout OpenContainer) throws(UndecodableData) {
        container.extent.values += extent.values
        container.extent.bytes += extent.bytes
        container.extent.depth = max(container.extent.depth, extent.depth + 1)
        guard container.extent.values <= maximumValues + 1, container.extent.bytes <= maximumBytes else {
            throw Self.tooLarge
        }
        guard container.extent.depth <= BracketStack.maximumDepth + 1 else { throw Self.tooDeep }
    }

    private static let tooDeep = UndecodableData(
        "The binary property list nests more than \(BracketStack.maximumDepth) levels deep.")
    private static let tooLarge = UndecodableData(
        "The binary property list shares values, and expanded it would be many times as large as its data.")
}
