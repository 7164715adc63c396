import AlamofireEncoders

extension Sample {
    /// Collections that contain themselves, and some that are merely too deep.
    static let bottomless = [
        Sample("dictionary in itself") {
            let dictionary = NSMutableDictionary()
            dictionary.setObject(dictionary, forKey: "k" as NSString)
            return dictionary
        },
        Sample("array in itself") {
            let array = NSMutableArray()
            array.add(array)
            return array
        },
        Sample("cycle below") {
            let dictionary = NSMutableDictionary()
            dictionary.setObject(NSMutableArray(object: ["k": dictionary]), forKey: "k" as NSString)
            return ["a": dictionary]
        },
        Sample("513 arrays") { nested(513) },
        Sample("20,000 arrays") { nested(20_000) },
        Sample("20,000 dictionaries") { (0..<20_000).reduce([String: Any]()) { value, _ in ["k": value] } },
        Sample("20,000 Foundation arrays") { (0..<20_000).reduce(NSArray()) { value, _ in NSArray(object: value) } },
    ]

    static func nested(_ depth: Int) -> [Any] {
        (1..<depth).reduce([Any]()) { value, _ in [value] }
    }
}
