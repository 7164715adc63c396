import Testing
import URLSerialization

@Suite struct ParameterKeyPathTests {
    @Test func pathIsSpeltAsInAQuery() {
        #expect(ParameterKeyPath.text(of: []) == nil)
        #expect(ParameterKeyPath.text(of: [.key("user"), .key("tags"), .index(3)]) == "user[tags][3]")
        #expect(ParameterKeyPath.text(of: [.index(0), .key("")]) == "[0][]")
        #expect(ParameterKeyPath.text(of: [.key("")])?.isEmpty == true)
    }

    @Test func longPathIsCutInTheMiddle() {
        let components = (0..<17).map { ParameterKeyPath.Component.key("\($0)") }
        #expect(ParameterKeyPath.text(of: Array(components.prefix(16)))?.contains("…") == false)
        #expect(ParameterKeyPath.text(of: components) == "0[1][2][3][4][5][6][7][8]…[13][14][15][16]")
    }
}
