/// The additions of Alamofire to a type, which are reached by `af`.
public struct AlamofireExtension<ExtendedType> {
    /// The type, or a value of it.
    public private(set) var type: ExtendedType

    /// Creates the additions of a value.
    public init(_ type: ExtendedType) { self.type = type }
}

/// A type with additions of Alamofire.
public protocol AlamofireExtended {
    /// The type that has additions, usually the conforming type.
    associatedtype ExtendedType
    /// The additions of the type, such as `URLSessionConfiguration.af.default`.
    static var af: AlamofireExtension<ExtendedType>.Type { get set }
    /// The additions of a value, such as `Bundle.main.af.certificates` in AlamofireCompat.
    var af: AlamofireExtension<ExtendedType> { get set }
}

extension AlamofireExtended {
    /// The additions of the type. Setting them has no effect.
    public static var af: AlamofireExtension<Self>.Type {
        get { AlamofireExtension<Self>.self }
        set {}
    }

    /// The additions of the value. Setting them has no effect.
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
