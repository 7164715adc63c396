extension HTTPURLResponse {
    /// What a file on a server can be recognized by when the rest of it is asked for (`If-Range`, RFC 9110, section
    /// 13.1.5); nil where the rest cannot be asked for.
    ///
    /// The bytes are counted as they are written: those of a body that came compressed are not the file's.
    var fileValidator: String? {
        guard statusCode == 200,
            value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
            (value(forHTTPHeaderField: "Content-Encoding") ?? "identity").lowercased() == "identity"
        else { return nil }
        if let tag = value(forHTTPHeaderField: "ETag") {
            return tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count >= 2 ? tag : nil
        }
        // A file may change twice in the second that its date has; a date a second old is a strong one (section 8.8.2.2).
        guard let text = value(forHTTPHeaderField: "Last-Modified"), let changed = HTTPDate.parse(text),
            let sent = value(forHTTPHeaderField: "Date").flatMap({ HTTPDate.parse($0) }),
            sent.timeIntervalSince(changed) >= 1
        else { return nil }
        return text
    }
}
