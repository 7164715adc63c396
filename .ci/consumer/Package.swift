// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    dependencies: [.package(path: "../URLSerialization")],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: [
                .product(name: "URLSerialization", package: "URLSerialization"),
                .product(name: "URLSerializationImages", package: "URLSerialization"),
                .product(name: "URLSerializationSession", package: "URLSerialization"),
                .product(name: "URLSerializationXML", package: "URLSerialization"),
                .product(name: "AFNetworkingCompat", package: "URLSerialization"),
                .product(name: "AlamofireEncoders", package: "URLSerialization"),
            ]),
        .executableTarget(
            name: "alamofire", dependencies: [.product(name: "AlamofireCompat", package: "URLSerialization")]),
        .executableTarget(
            name: "sample1", dependencies: [.product(name: "AFNetworkingCompat", package: "URLSerialization")]),
        .executableTarget(
            name: "sample2", dependencies: [.product(name: "URLSerialization", package: "URLSerialization")]),
        .executableTarget(
            name: "refusals", dependencies: [.product(name: "URLSerialization", package: "URLSerialization")]),
        .executableTarget(
            name: "commandline",
            dependencies: [.product(name: "URLSerializationSession", package: "URLSerialization")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
    ]
)
