import Foundation
import Testing
import URLSerialization

@testable import SerializerComparison
@testable import SerializerVerification

@Suite struct AFNetworkingSubjectTests {
    private static let core = "URLSerialization"
    private static let both = "URLSerialization and AFNetworkingCompat"
    private static let keys = "keys that a dictionary of AFNetworking's type cannot hold"
    private static let noDictionary = "parameters that are no dictionary, which AFNetworking's type forbids"

    private static func query(_ parameters: String, _ query: String) -> String {
        #"{"id":"q","op":"query","parameters":\#(parameters),"expect":{"query":"\#(query)"},"#
            + FormVector.suspect("dictionary keys: compare: differs between GNUstep and CoreFoundation") + "}"
    }

    /// Input that AFNetworking's types cannot express is compared only through the core.
    @Test(
        arguments: [
            (query(#"{"a":1}"#, "a=1"), both),
            (query(#"{"$dict":[[7,1],[null,2]]}"#, "7=1&%3Cnull%3E=2"), both),
            (query(#"{"\u00e9":1,"e\u0301":2}"#, "e%CC%81=2&%C3%A9=1"), "\(core) alone: \(keys)"),
            (form("null", #""differs":"top-level""#), "\(core) alone: \(noDictionary)"), (form("{}"), both),
            (form(#"{"$dict":[[7,1]]}"#, #""differs":"raises""#), "\(core) alone: \(keys)"),
        ] as [(String, String)])
    func whatItsTypesCannotHoldIsNotAskedOfIt(_ line: String, _ modules: String) throws {
        let report = try RecordedVectors.report(on: line)
        #expect(report.passedThrough == [modules: 1], "\(report)")
    }

    private static func form(_ parameters: String, _ members: String = "") -> String {
        FormVector(
            name: "a field", parts: [FormVector.field("n", "v")], parameters: parameters,
            members: members, body: FormVector.fieldText("n", "v") + FormVector.end
        ).line
    }

    /// AFNetworking's methods that append data cannot refuse it, so the form is refused.
    @Test(arguments: [
        (FormVector.field("\0", "v"), true), (FormVector.field("n", "v"), false),
    ])
    func aPartThatCannotBeSentIsTheErrorOfTheForm(_ part: String, _ isRefused: Bool) throws {
        let body = FormVector.fieldText(isRefused ? "\0" : "n", "v") + FormVector.end
        let form = FormVector(name: "NUL", parts: [part], members: #""differs":"names""#, body: body)
        let vector = try Vector(JSONValue.read(Data(form.line.utf8)))
        let operation = MultipartOperation(by: AFNetworkingSubject())
        let result = try operation.run(vector)
        #expect(((try? result.get()) == nil) == isRefused)
        #expect(try operation.refusals(of: vector) == (isRefused ? [.invalidPartName] : nil))
        guard case .passed = try operation.verify(vector) else {
            Issue.record("not as expected")
            return
        }
    }

    @Test func refusalsAreFoundBeneathItsErrors() throws {
        let error = RequestSerializationError(.invalidPartName, part: "p", reason: "No.")
        let bridged = NSError(domain: "d", code: 1, userInfo: [NSUnderlyingErrorKey: error])
        #expect(RequestSerializationError.refusal(in: error)?.code == .invalidPartName)
        #expect(RequestSerializationError.refusal(in: bridged)?.code == .invalidPartName)
        #expect(RequestSerializationError.refusal(in: NSError(domain: "d", code: 1)) == nil)
    }
}
