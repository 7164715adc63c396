import AFNetworkingCompat

/// Deep collections, and collections that contain themselves.
enum Nesting {
    /// Arrays in each other around a value.
    static func arrays(_ depth: Int, around value: Any = 1) -> Any {
        var result = value
        for _ in 0..<depth { result = NSArray(object: result) }
        return result
    }

    static func cycle(times: Int = 1) -> NSMutableArray {
        let array = NSMutableArray()
        for _ in 0..<times { array.add(array) }
        return array
    }

    /// A dictionary that contains itself twice.
    static func dictionaryCycle() -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(dictionary, forKey: "a" as NSString)
        dictionary.setObject(NSMutableArray(object: dictionary), forKey: "b" as NSString)
        return dictionary
    }

    /// Ends a cycle, which would keep itself alive.
    static func untie(_ object: Any) {
        (object as? NSMutableArray)?.removeAllObjects()
        (object as? NSMutableDictionary)?.removeAllObjects()
    }

    /// Returns the number of nested arrays.
    static func depth(of object: Any) -> Int {
        var depth = 0
        var next: Any? = object
        while let array = next as? NSArray {
            depth += 1
            next = array.count > 0 ? array.object(at: 0) : nil
        }
        return depth
    }

    /// The innermost of arrays in each other.
    static func innermost(of object: Any) -> NSArray {
        var innermost = NSArray()
        var next: Any? = object
        while let array = next as? NSArray {
            innermost = array
            next = array.count > 0 ? array.object(at: 0) : nil
        }
        return innermost
    }
}

extension NSArray {
    var isEmpty: Bool { count == 0 }
}
