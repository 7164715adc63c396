// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "URLSerialization",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "URLSerialization", targets: ["URLSerialization"]),
        .library(name: "URLSerializationXML", targets: ["URLSerializationXML"]),
        .library(name: "AlamofireCompat", targets: ["AlamofireCompat"]),
        .library(name: "SerializerComparison", targets: ["SerializerComparison"]),
        .executable(name: "compare-serializers", targets: ["compare-serializers"]),
    ],
    targets: [
        .target(name: "URLSerialization", swiftSettings: settings),
        .target(name: "URLSerializationXML", dependencies: ["URLSerialization"], swiftSettings: settings),
        .target(
            name: "AlamofireCompat",
            dependencies: ["URLSerialization"],
            path: "Compat/Alamofire",
            swiftSettings: settings
        ),
        .target(
            name: "SerializerComparison",
            dependencies: ["AlamofireCompat", "URLSerialization", "URLSerializationXML"],
            path: "Compat/Comparison",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "compare-serializers",
            dependencies: ["SerializerComparison", "URLSerialization"],
            path: "Compat/CompareSerializers",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "serialization-benchmarks",
            dependencies: ["AlamofireCompat", "URLSerialization", "URLSerializationXML"],
            path: "Compat/Benchmarks",
            swiftSettings: settings
        ),
        .testTarget(name: "URLSerializationTests", dependencies: ["URLSerialization"], swiftSettings: settings),
        .testTarget(
            name: "URLSerializationXMLTests",
            dependencies: ["URLSerializationXML", "URLSerialization"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AlamofireCompatTests",
            dependencies: ["AlamofireCompat", "URLSerialization"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SerializerComparisonTests",
            dependencies: ["AlamofireCompat", "SerializerComparison", "URLSerialization", "compare-serializers"],
            resources: [.copy("Vectors")],
            swiftSettings: settings
        ),
    ]
)
