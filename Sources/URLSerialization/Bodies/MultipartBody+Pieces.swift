extension MultipartBody {
    /// A stretch of the body as another program can be given it.
    package enum Piece: Sendable {
        /// Boundaries, headers and content at hand.
        case bytes(Data)
        /// The whole content of a file.
        case file(URL)
        /// Content of the part with that name which nobody else can read: a stream, or a copy without a name.
        case other(part: String)
    }

    /// What the body consists of, in its order.
    package var pieces: [Piece] {
        segments.map { segment in
            switch segment {
            case .bytes(let data): .bytes(data)
            case .source(let source as FileSource, _): .file(source.url)
            case .source(_, let part): .other(part: part ?? "")
            }
        }
    }
}
