import Testing
import URLSerialization

/// Only Foundation's collections can contain themselves.
@Suite struct CyclicParametersTests {
    private static let cycles = [
        Sample("dictionary in itself") {
            let dictionary = NSMutableDictionary()
            dictionary.setObject(dictionary, forKey: "k" as NSString)
            return dictionary
        },
        Sample("array in itself") {
            let array = NSMutableArray()
            array.add(array)
            return ["k": array]
        },
        Sample("dictionary in an array in itself") {
            let dictionary = NSMutableDictionary()
            dictionary.setObject(NSMutableArray(object: ["k": dictionary]), forKey: "k" as NSString)
            return dictionary
        },
        Sample("dictionary in a set in itself") {
            let dictionary = NSMutableDictionary()
            dictionary.setObject(NSMutableSet(object: dictionary), forKey: "k" as NSString)
            return dictionary
        },
    ]

    @Test(arguments: cycles)
    func cycleIsAnErrorInQueriesAndForms(sample: Sample) throws {
        for method in ["GET", "POST"] {
            let error = expectRefusal(.tooDeep) {
                try HTTPRequestSerializer().serialize(URLRequest(method), with: sample.make())
            }
            #expect(error?.keyPath?.hasPrefix("k") == true)
        }
    }

    @Test(arguments: cycles.dropLast())
    func cycleIsAnErrorInJSON(sample: Sample) throws {
        let error = expectRefusal(.tooDeep) {
            try JSONRequestSerializer().serialize(URLRequest("POST"), with: sample.make())
        }
        #expect(error?.keyPath?.hasPrefix("k[") == true)
    }

    @Test(arguments: cycles.dropLast())
    func cycleIsAnErrorInPropertyLists(sample: Sample) throws {
        let error = #expect(throws: CocoaError.self) {
            try PropertyListRequestSerializer().serialize(URLRequest("POST"), with: sample.make())
        }
        #expect((error?.underlying as? RequestSerializationError)?.code == .tooDeep)
    }

    @Test(arguments: cycles)
    func cycleHasNoParameterValue(sample: Sample) {
        expectRefusal(.tooDeep) { try ParameterValue(bridging: sample.make()) }
    }
}
