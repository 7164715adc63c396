/// A property list of any format.
///
/// Binary lists and XML in UTF-8, UTF-16 and UTF-32 are read here; XML in another declared encoding is converted by
/// Foundation first. Foundation also reads what needs its own types or a third grammar, once it is known to be
/// harmless: binary lists with archivers' identifiers, empty sets or keys that are not texts, and OpenStep's format up
/// to ``maximumOpenStepSize``. It recounts that format's lines for each open bracket, and takes 8 s to refuse 10 MB.
package struct PropertyListDocument: PlacedDocument {
    /// The size in bytes up to which lists in OpenStep's format are read.
    static let maximumOpenStepSize = 4 << 10

    package let format: PropertyListSerialization.PropertyListFormat
    private let source: Data
    /// The list in binary or in UTF-8.
    private let data: Data
    private let encoding: TextEncoding
    /// Whether the list declares an encoding other than UTF-8.
    private let isConverted: Bool

    /// Creates a document, and converts XML that is not UTF-8.
    ///
    /// - Throws: ``UndecodableData`` for data that is blank or a long text without XML, and for bytes that are not text
    ///   in the encoding.
    package init(_ source: Data) throws(UndecodableData) {
        self.source = source
        guard !source.isEmpty else { throw UndecodableData("Empty data is not a property list.") }
        guard !source.starts(with: Data("bplist0".utf8)) else {
            (data, encoding, format, isConverted) = (source, TextEncoding(unit: 1), .binary, false)
            return
        }
        encoding = TextEncoding(ofPropertyList: source)
        let converted = encoding.markLength > 0 ? nil : try TextEncoding.utf8(ofXML: source)
        data = encoding.unit > 1 ? try encoding.utf8(of: source) : converted ?? source
        isConverted = converted != nil
        let start = encoding.start
        format = data.withCursor { XMLPropertyListTag.begins($0.moved(to: start)) } ? .xml : .openStep
        guard format == .openStep else { return }
        guard !data.dropFirst(encoding.start).allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else {
            throw UndecodableData("White space is not a property list.")
        }
        guard source.count <= Self.maximumOpenStepSize else {
            throw UndecodableData(
                "The text is not an XML property list, the only text format that is read above "
                    + "\(Self.maximumOpenStepSize) bytes. Send XML or a binary property list.")
        }
    }

    /// Returns the objects that `PropertyListSerialization` makes.
    func object(_ options: ObjectOptions) throws -> Any {
        guard format != .openStep else { return try foundationObject() }
        if data.count >= JSONDocument.largeSize { _ = try read(into: ValidationSink(), isLax: false) }
        var (options, needsFoundation) = (options, false)
        options.keepsFirstKeys = format == .binary
        let sink = try read(into: ObjectSink<AnyHashable>(options), isLax: false, &needsFoundation)
        return needsFoundation ? try foundationObject() : try sink.object()
    }

    private func foundationObject() throws -> Any {
        // Foundation takes 2 KiB of stack for each level of a binary list.
        try LargeStack.run { try PropertyListSerialization.object(from: source) }
    }

    /// Returns the tree of a list by the rules of `PropertyListDecoder`, or `nil` for a list that only Foundation
    /// reads.
    func tree() throws(UndecodableData) -> ParameterTree? {
        guard format != .openStep else { return nil }
        guard !isConverted else { throw UndecodableData("The encoding that the property list declares is not UTF-8.") }
        if data.count >= JSONDocument.largeSize { _ = try read(into: ValidationSink(isLax: true), isLax: true) }
        var needsFoundation = false
        let tree = try read(into: ParameterTreeSink(), isLax: true, &needsFoundation).tree
        guard !tree.nodes.isFull else {
            throw UndecodableData("The property list has more values than can be counted.")
        }
        return needsFoundation ? nil : tree
    }

    /// Throws for XML that is not UTF-8: `PropertyListDecoder` crashes the process if a model asks for such a number.
    func checkUTF8() throws(UndecodableData) {
        guard format == .xml, let invalid = data.firstInvalidUTF8 else { return }
        throw UndecodableData(ReadingError("The text is not UTF-8", at: invalid, remark: ""), at: place(of: invalid))
    }

    /// Reads a list that is not in OpenStep's format into a sink.
    ///
    /// - Parameter isLax: Whether leaves may be malformed, as for `PropertyListDecoder` if no model asks for them.
    package func read<Sink: ValueSink & ~Copyable>(
        into sink: consuming Sink, isLax: Bool = false
    ) throws(UndecodableData) -> Sink {
        var needsFoundation = false
        return try read(into: sink, isLax: isLax, &needsFoundation)
    }

    private func read<Sink: ValueSink & ~Copyable>(
        into sink: consuming Sink, isLax: Bool, _ needsFoundation: inout Bool
    ) throws(UndecodableData) -> Sink {
        do throws(ReadingError) {
            return try data.withCursor(lending: sink) { cursor, sink throws(ReadingError) in
                format == .binary
                    ? try BinaryPropertyListReader(cursor, sink, isLax: isLax).read(&needsFoundation)
                    : try XMLPropertyListReader(cursor.moved(to: encoding.start), sink, isLax: isLax).read()
            }
        } catch {
            let binaryReason = error.remark.map { "\(error.reason) at byte \(error.offset)\($0)." } ?? error.reason
            if format == .binary { throw UndecodableData(binaryReason, at: error.offset) }
            throw UndecodableData(error, at: place(of: error.offset))
        }
    }

    /// Returns the place of a value, or of its key, by the index of its node in the tree.
    func place(ofNode node: Int32, isKey: Bool = false) -> TextPlace {
        let sink = try? read(into: PlaceSink(of: node), isLax: true)
        return place(of: (isKey ? sink?.keyOffset : sink?.offset) ?? encoding.start)
    }

    private func place(of offset: Int) -> TextPlace { encoding.place(of: offset, in: data) }
}
