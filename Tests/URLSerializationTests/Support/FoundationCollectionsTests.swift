import Testing
import URLSerialization

@Suite struct FoundationCollectionsTests {
    @Test func collectionsThatContainThemselvesAreRead() {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(dictionary, forKey: "self" as NSString)
        let array = NSMutableArray(object: dictionary)
        let set = NSMutableSet(object: dictionary)
        defer { dictionary.removeAllObjects() }
        #expect(dictionary.storedEntries.map { $0.key as? String } == ["self"])
        #expect(dictionary.storedEntries.first?.value as? NSDictionary === dictionary)
        #expect(array.storedElements.first as? NSDictionary === dictionary)
        #expect(set.storedElements.first as? NSDictionary === dictionary)
    }

    @Test func entriesKeepTheirKinds() throws {
        enum Color: String { case red }
        let dictionary = NSDictionary(dictionary: ["flag": true, "one": 1, "color": Color.red, "text": "x", 7: "seven"])
        var kinds: [String: ParameterNode] = [:]
        for (key, value) in dictionary.storedEntries {
            kinds["\(key)"] = try ParameterNode(classifying: value)
        }
        guard case .leaf(.bool(true)) = kinds["flag"], case .leaf(.int(1)) = kinds["one"],
            case .leaf(.string("red")) = kinds["color"], case .leaf(.string("x")) = kinds["text"],
            case .leaf(.string("seven")) = kinds["7"]
        else {
            Issue.record("The entries are \(kinds).")
            return
        }
    }

    @Test func elementsKeepTheirOrderAndNumber() {
        #expect(NSArray(array: [3, 1, 2]).storedElements.map { $0 as? Int } == [3, 1, 2])
        #expect(NSArray().storedElements.isEmpty)
        #expect(Set(NSSet(array: [1, 2]).storedElements.compactMap { $0 as? Int }) == [1, 2])
        #expect(Set(NSCountedSet(array: [1, 1, 2]).storedElements.compactMap { $0 as? Int }) == [1, 2])
    }
}
