extension Target {
    /// Returns the targets of Alamofire's encoders.
    static func encoderTargets(_ encoders: EncoderMeasurement) -> [Target] {
        [
            Target("nested: times URLEncoding is faster than plain", .atLeast, 10, measured: encoders.timesPlain),
            Target("model: URLEncodedFormEncoder over the core", .atMost, 3, measured: encoders.modelOverCore),
            Target("URLEncodedFormEncoder: ms for 10,000 pairs", .atMost, 30, measured: encoders.pairMilliseconds),
            Target("URLEncodedFormEncoder: time of twice the pairs", .atMost, 2.3, measured: encoders.doubling),
        ]
    }
}
