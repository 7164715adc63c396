// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "URLSerialization",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "URLSerialization", targets: ["URLSerialization"]),
        .library(name: "URLSerializationImages", targets: ["URLSerializationImages"]),
        .library(name: "URLSerializationXML", targets: ["URLSerializationXML"]),
        .library(name: "URLSerializationSession", targets: ["URLSerializationSession"]),
        .library(name: "AFNetworkingCompat", targets: ["AFNetworkingCompat"]),
        .library(name: "AlamofireCompat", targets: ["AlamofireCompat"]),
        .library(name: "AlamofireEncoders", targets: ["AlamofireEncoders"]),
        .library(name: "SerializerComparison", targets: ["SerializerComparison"]),
        .library(name: "TrafficRecording", targets: ["TrafficRecording"]),
        .executable(name: "compare-serializers", targets: ["compare-serializers"]),
    ],
    targets: [
        .target(name: "URLSerialization", swiftSettings: settings + [.strictMemorySafety()]),
        .target(name: "URLSerializationImages", dependencies: ["URLSerialization"], swiftSettings: settings),
        .target(name: "URLSerializationXML", dependencies: ["URLSerialization"], swiftSettings: settings),
        .target(
            // Declares the functions of libcurl and zlib, which Foundation on Linux needs too, and finds them.
            name: "CURLSerializationEngine"
        ),
        .target(
            // The wire, which knows no request: engines, heads and framing, codings, cookies, Digest.
            name: "URLSerializationTransport",
            dependencies: ["CURLSerializationEngine", "URLSerialization"],
            swiftSettings: settings
        ),
        .target(
            name: "URLSerializationSession",
            dependencies: ["URLSerialization", "URLSerializationTransport"],
            swiftSettings: settings
        ),
        .target(
            name: "AFNetworkingCompat",
            dependencies: [
                "URLSerialization", "URLSerializationImages", "URLSerializationSession", "URLSerializationXML",
            ],
            path: "Compat/AFNetworking",
            swiftSettings: settings
        ),
        .target(
            name: "AlamofireCompat",
            dependencies: ["AlamofireEncoders", "URLSerialization", "URLSerializationSession"],
            path: "Compat/Alamofire",
            swiftSettings: settings
        ),
        .target(
            name: "AlamofireEncoders",
            dependencies: ["URLSerialization"],
            path: "Compat/AlamofireEncoders",
            swiftSettings: settings
        ),
        .target(
            name: "SerializerComparison",
            dependencies: ["AlamofireEncoders", "URLSerialization"],
            path: "Compat/Comparison",
            swiftSettings: settings
        ),
        .target(
            name: "TrafficRecording",
            dependencies: ["URLSerialization", "URLSerializationSession"],
            path: "Compat/TrafficRecording",
            swiftSettings: settings
        ),
        .target(
            // A typical client of AFNetworking, in Swift 5.
            name: "LegacyClient",
            dependencies: ["AFNetworkingCompat"],
            path: "Compat/Examples/LegacyClient",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            // A typical client of Alamofire 5.
            name: "AlamofireClient",
            dependencies: ["AlamofireCompat"],
            path: "Compat/Examples/AlamofireClient",
            swiftSettings: settings
        ),
        .target(
            // A server in the process that uses it: the tests' and the benchmarks', no product.
            name: "LoopbackServer",
            path: "Tests/LoopbackServer",
            swiftSettings: settings
        ),
        .target(
            // Shared by the test targets, no product.
            name: "TestSupport",
            dependencies: ["URLSerialization"],
            path: "Tests/Support",
            swiftSettings: settings
        ),
        .target(
            // The replay of recorded behaviour, no product.
            name: "SerializerVerification",
            dependencies: [
                "AFNetworkingCompat", "AlamofireEncoders", "SerializerComparison", "TestSupport", "URLSerialization",
                "URLSerializationImages", "URLSerializationXML",
            ],
            path: "Tests/Verification",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "compare-serializers",
            dependencies: ["SerializerComparison", "URLSerialization"],
            path: "Compat/CompareSerializers",
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSerializationTests",
            dependencies: ["LoopbackServer", "TestSupport", "URLSerialization", "URLSerializationImages"],
            resources: [.copy("Frameworks/ParsedQueries.tsv")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSerializationImagesTests",
            dependencies: ["TestSupport", "URLSerialization", "URLSerializationImages"],
            resources: [.copy("Images")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSerializationXMLTests",
            dependencies: ["TestSupport", "URLSerialization", "URLSerializationXML"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSerializationSessionTests",
            dependencies: [
                "LoopbackServer", "TestSupport", "URLSerialization", "URLSerializationSession", "URLSerializationXML",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            // Code of the main actor, in both languages.
            name: "MainActorTests",
            dependencies: ["TestSupport", "URLSerialization", "URLSerializationSession"],
            path: "Tests/MainActor/Swift6",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MainActorSwift5Tests",
            dependencies: ["TestSupport", "URLSerialization", "URLSerializationSession"],
            path: "Tests/MainActor/Swift5",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "AFNetworkingCompatTests",
            dependencies: [
                "AFNetworkingCompat", "LoopbackServer", "TestSupport", "URLSerialization", "URLSerializationImages",
                "URLSerializationSession", "URLSerializationXML",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AlamofireCompatTests",
            dependencies: [
                "AFNetworkingCompat", "AlamofireClient", "AlamofireCompat", "LoopbackServer", "TestSupport",
                "URLSerialization",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            // Libraries and programs for Alamofire, in Swift 5.
            name: "AlamofireNeighboursTests",
            dependencies: ["AlamofireCompat", "LoopbackServer", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "AlamofireEncodersTests",
            dependencies: ["AlamofireEncoders", "TestSupport", "URLSerialization"],
            swiftSettings: settings
        ),
        .testTarget(
            // Replays what the fuzzer found. Tests/Fuzzing is a package as well, which fuzzes.
            name: "FuzzingTests",
            dependencies: [
                "AFNetworkingCompat", "AlamofireEncoders", "SerializerComparison", "TestSupport", "URLSerialization",
                "URLSerializationImages", "URLSerializationSession", "URLSerializationXML",
            ],
            path: "Tests/Fuzzing",
            exclude: ["Corpus", "Fuzzer", "Package.swift", "calm", "harmless", "mutate", "run"],
            sources: ["Doors", "Replay"],
            swiftSettings: settings
        ),
        .testTarget(
            // The samples of the README and of the catalogues' articles.
            name: "DocumentationTests",
            dependencies: [
                "AFNetworkingCompat", "AlamofireCompat", "AlamofireEncoders", "LegacyClient", "LoopbackServer",
                "SerializerComparison", "TestSupport", "TrafficRecording", "URLSerialization", "URLSerializationImages",
                "URLSerializationSession", "URLSerializationXML",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LegacyClientTests",
            dependencies: ["AFNetworkingCompat", "LegacyClient", "LoopbackServer", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SerializerComparisonTests",
            dependencies: [
                "AlamofireEncoders", "SerializerComparison", "TestSupport", "URLSerialization", "compare-serializers",
            ],
            exclude: ["Screens"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TrafficRecordingTests",
            dependencies: [
                "AFNetworkingCompat", "AlamofireClient", "AlamofireCompat", "LegacyClient", "LoopbackServer",
                "SerializerComparison", "TestSupport", "TrafficRecording", "URLSerialization",
                "URLSerializationSession",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SerializerVerificationTests",
            dependencies: ["SerializerVerification", "TestSupport", "URLSerialization"],
            resources: [.copy("Vectors")],
            swiftSettings: settings
        ),
    ]
)

// The benchmarks are built only on request.
if Context.environment["BENCHMARKS"] != nil {
    package.targets += [
        .executableTarget(
            name: "serialization-benchmarks",
            dependencies: [
                "AFNetworkingCompat", "AlamofireCompat", "AlamofireEncoders", "LoopbackServer", "RequestMachineCost",
                "TestSupport", "URLSerialization", "URLSerializationImages", "URLSerializationSession",
                "URLSerializationXML",
            ],
            path: "Compat/Benchmarks",
            swiftSettings: settings,
            // Without debug information, which valgrind 3.19 cannot read as Swift 6.3 writes it.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]
        ),
        .target(
            name: "RequestMachineCost",
            dependencies: ["URLSerializationSession"],
            path: "Tests/RequestMachineCost",
            swiftSettings: settings
        ),
    ]
}

// The test targets of a build that needs few of them, separated by spaces.
if let targets = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !targets.contains($0.name) }
}
