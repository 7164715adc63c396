// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "URLSerialization",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "URLSerialization", targets: ["URLSerialization"]),
    ],
    targets: [
        .target(name: "URLSerialization", swiftSettings: settings),
        .testTarget(name: "URLSerializationTests", dependencies: ["URLSerialization"], swiftSettings: settings),
    ]
)
