import Testing
import URLSerialization

@testable import SerializerComparison

/// The lines of several trees side by side.
@Suite struct TreeLayoutTests {
    @Test func linesStayBelowTheirParents() {
        let trees: [ParameterValue] = [
            ["l": [["id": "1", "n": "2"], ["id": "3"]], "note": nil],
            ["l": [["id": "1"], ["n": "2"], ["id": "3"]], "note": nil],
            ["note": [""], "x": "1"],
        ]
        let places = TreeLayout.places(of: trees.map { TreeLayout($0, limit: 100) })
        #expect(
            places.map { $0.joined(separator: ".") } == [
                "l", "l.0", "l.0.id", "l.0.n", "l.1", "l.1.id", "l.1.n", "l.2", "l.2.id", "note", "note.0", "x",
            ])
    }
}
