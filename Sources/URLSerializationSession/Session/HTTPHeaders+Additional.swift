extension HTTPHeaders {
    /// The headers of a configuration, whose values need not be text: URLSession on Linux ends the process over others.
    init(additional fields: [AnyHashable: Any]?) {
        self.init()
        for (name, value) in fields ?? [:] { update(name: "\(name)", value: (value as? String) ?? "\(value)") }
        sort()
    }
}
