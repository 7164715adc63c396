extension Int64 {
    /// The sum, or the nearest number that the type has.
    ///
    /// A server writes any number into `Content-Length` and `Content-Range`. Every sum of such a number is made here,
    /// so that none of them can overflow, which ends the process.
    ///
    /// `40_000` + `9_223_372_036_854_775_000` → `Int64.max`
    package func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}
