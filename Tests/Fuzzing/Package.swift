// swift-tools-version: 6.2
import PackageDescription

// A separate package, because the fuzzer's entry point needs a flag that a dependency may not have.
// CONTRIBUTING.md says how it is run.
let package = Package(
    name: "Fuzzing",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    dependencies: [.package(name: "URLSerialization", path: "../..")],
    targets: [
        .target(
            name: "Doors",
            dependencies: [
                .product(name: "URLSerialization", package: "URLSerialization"),
                .product(name: "URLSerializationImages", package: "URLSerialization"),
                .product(name: "URLSerializationXML", package: "URLSerialization"),
                .product(name: "URLSerializationSession", package: "URLSerialization"),
                .product(name: "AFNetworkingCompat", package: "URLSerialization"),
                .product(name: "AlamofireEncoders", package: "URLSerialization"),
                .product(name: "SerializerComparison", package: "URLSerialization"),
            ],
            path: "Doors",
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        ),
        .executableTarget(
            name: "fuzz",
            dependencies: ["Doors"],
            path: "Fuzzer",
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
    ]
)
