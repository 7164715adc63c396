// Everything here is the main actor's. Nothing listens at the port, so each request ends with an error.
import URLSerializationSession

final class Screen {
    let session = Session(configuration: .ephemeral)
    var lines: [String] = []

    func load() {
        session.request("http://127.0.0.1:9/").downloadProgress { _ in }.response { response in
            self.lines.append(response.error?.underlyingError is URLError ? "main" : "none")
        }
    }
}

let screen = Screen()
// While the main thread is blocked a handler needs a queue.
let isDone = DispatchSemaphore(value: 0)
screen.session.request("http://127.0.0.1:9/").response(queue: .global()) { response in
    print(response.error?.underlyingError is URLError ? "queue" : "none")
    isDone.signal()
}
isDone.wait()
let answer = await screen.session.request("http://127.0.0.1:9/").response()
// URLSession's error has no words of libcurl.
let words = "\((answer.error?.underlyingError as? URLError)?.userInfo[NSDebugDescriptionErrorKey] ?? "none")"
print(words.hasPrefix("libcurl 7: ") ? "await" : words)
screen.load()
while screen.lines.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
print(screen.lines[0])
