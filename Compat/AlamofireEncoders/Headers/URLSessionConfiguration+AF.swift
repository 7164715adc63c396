/// The additions of Alamofire to a type, which are reached by `af`.
public struct AlamofireExtension<ExtendedType> {
    /// The type, or a value of it.
    public private(set) var type: ExtendedType

    /// Creates the additions of a value.
    public init(_ type: ExtendedType) { self.type = type }
}

/// A type with additions of Alamofire.
public protocol AlamofireExtended {
    /// The type that `af` adds to.
    associatedtype ExtendedType
    /// The additions to the type, as in `URLSessionConfiguration.af`.
    static var af: AlamofireExtension<ExtendedType>.Type { get set }
    /// The additions to a value, as in `Bundle.main.af`.
    var af: AlamofireExtension<ExtendedType> { get set }
}

extension AlamofireExtended {
    /// The additions to the type. Setting it does nothing.
    public static var af: AlamofireExtension<Self>.Type {
        get { AlamofireExtension<Self>.self }
        set {}
    }

    /// The additions to the value. Setting it does nothing.
    public var af: AlamofireExtension<Self> {
        get { AlamofireExtension(self) }
        set {}
    }
}

extension URLSessionConfiguration: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: URLSessionConfiguration {
    /// Foundation's default configuration with Alamofire's headers.
    public static var `default`: URLSessionConfiguration { adding(.default) }

    /// Foundation's ephemeral configuration with Alamofire's headers.
    public static var ephemeral: URLSessionConfiguration { adding(.ephemeral) }

    private static func adding(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.headers = .default
        return configuration
    }
}
