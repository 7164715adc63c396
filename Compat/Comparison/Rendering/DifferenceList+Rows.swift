extension DifferenceList {
    /// A difference as it is listed.
    struct Row {
        let key: String
        let reference: String
        let sent: String
        let remark: String
        /// What stands in place of the rest.
        var sentence: String?

        init(key: String, reference: String, sent: String, remark: String = "") {
            self.key = key
            self.reference = reference
            self.sent = sent
            self.remark = remark
        }

        init(sentence: String) {
            self.init(key: "", reference: "", sent: "")
            self.sentence = sentence
        }
    }

    /// How rows are laid out: key, AFNetworking's and the sender's text beside each other, or where that is too narrow
    /// below each other.
    struct RowLayout {
        private static let margin = "      "
        private static let gap = 2

        private let width: Int
        private let columns: [Int]?

        init(rows: [Row], style: TextStyle) {
            width = style.width - Self.margin.count
            guard width >= 60 else {
                columns = nil
                return
            }
            func natural(_ text: (Row) -> String) -> Int { rows.map { DisplayWidth.of(text($0)) }.max() ?? 0 }
            let available = width - 2 * Self.gap
            let key = min(natural(\.key), available * 3 / 10)
            let (reference, sent) = (natural(\.reference), natural(\.sent))
            // The narrower of the two keeps its width if it fits in half; the other has the rest.
            let half = (available - key) / 2
            let sentWidth = min(sent, max(half, available - key - reference))
            columns = [key, min(reference, available - key - sentWidth), sentWidth]
        }

        func lines(for row: Row) -> [String] {
            if let sentence = row.sentence {
                return LineWrapper.wrapWords(sentence, width: width, indent: 2).map { Self.margin + $0 }
            }
            guard let columns else { return stacked(row) }
            let cells = [
                LineWrapper.wrapCode(row.key, width: columns[0], indent: 2),
                LineWrapper.wrapCode(row.reference, width: columns[1], indent: 2),
                LineWrapper.wrapCode(row.sent, width: columns[2], indent: 2),
            ]
            let lines = (0..<(cells.map(\.count).max() ?? 0)).map { line in
                var text = Self.margin
                for (cell, width) in zip(cells, columns) {
                    let part = line < cell.count ? cell[line] : ""
                    text += part + String(repeating: " ", count: max(0, width - DisplayWidth.of(part)) + Self.gap)
                }
                while text.last == " " { text.removeLast() }
                return text
            }
            let remark = row.remark.isEmpty ? [] : LineWrapper.wrapWords(row.remark, width: width - 2)
            return lines + remark.map { Self.margin + "  " + $0 }
        }

        private func stacked(_ row: Row) -> [String] {
            let parts = [row.key, "  AFNetworking: \(row.reference)", "  sent: \(row.sent)"]
            let remark = row.remark.isEmpty ? [] : ["  (\(row.remark))"]
            return (parts + remark).flatMap { part in
                LineWrapper.wrapCode(part, width: width, indent: 4).map { Self.margin + $0 }
            }
        }
    }
}
