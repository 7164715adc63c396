// swift-tools-version: 6.2
import PackageDescription

func program(_ name: String, _ products: String..., settings: [SwiftSetting] = []) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "URLSerialization") },
        swiftSettings: settings)
}

let package = Package(
    name: "consumer",
    dependencies: [.package(path: "../URLSerialization")],
    targets: [
        program(
            "consumer", "URLSerialization", "URLSerializationImages", "URLSerializationSession", "URLSerializationXML",
            "AFNetworkingCompat", "AlamofireEncoders"),
        program("alamofire", "AlamofireCompat"),
        program("sample1", "AFNetworkingCompat"),
        program("sample2", "URLSerialization"),
        program("refusals", "URLSerialization"),
        program("commandline", "URLSerializationSession", settings: [.defaultIsolation(MainActor.self)]),
    ]
)
