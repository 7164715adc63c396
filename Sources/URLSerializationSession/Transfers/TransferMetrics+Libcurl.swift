#if os(Linux)
    import CURLSerializationEngine

    extension DispatchTime {
        func seconds(to end: DispatchTime) -> TimeInterval {
            (Double(end.uptimeNanoseconds) - Double(uptimeNanoseconds)) / 1e9
        }
    }

    extension TransferMetrics {
        /// Creates the metrics of a handle, which libcurl counts in microseconds, each time from the beginning.
        init(_ easy: OpaquePointer, of url: URL?, _ times: (firstByte: TimeInterval?, duration: TimeInterval)) {
            func time(_ end: cse_info, after start: cse_info? = nil) -> TimeInterval? {
                let end = cse_fact(easy, end)
                return end > 0 ? Double(end - (start.map { cse_fact(easy, $0) } ?? 0)) / 1e6 : nil
            }
            let isMade = cse_fact(easy, cse_new_connections) > 0
            self.init(
                url: url, isReusedConnection: !isMade && time(cse_before_transfer_time) != nil,
                nameLookup: isMade ? time(cse_name_lookup_time) : nil,
                connect: isMade ? time(cse_connect_time, after: cse_name_lookup_time) : nil,
                secureConnect: isMade ? time(cse_tls_time, after: cse_connect_time) : nil,
                firstByte: times.firstByte, duration: times.duration,
                sentByteCount: cse_fact(easy, cse_bytes_sent), receivedByteCount: cse_fact(easy, cse_bytes_received),
                protocolName: [1: "http/1.0", 2: "http/1.1", 3: "h2", 30: "h3"][cse_fact(easy, cse_used_http_version)])
        }
    }
#endif
