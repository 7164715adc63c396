import URLSerialization

extension Data {
    /// Returns the data with each occurrence of some bytes replaced, from the first on.
    func replacing(_ bytes: Data, by replacement: Data) -> Data {
        var result = Data()
        var position = startIndex
        while let place = range(of: bytes, in: position..<endIndex) {
            result += self[position..<place.lowerBound] + replacement
            position = place.upperBound
        }
        return result + self[position...]
    }
}
