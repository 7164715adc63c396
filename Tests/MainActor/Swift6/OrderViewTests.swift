import TestSupport
import Testing
import URLSerialization
import URLSerializationSession

/// A view's model, as code of the main actor is written in Swift 6.
@MainActor final class OrderView {
    private let session: Session
    private(set) var lines: [String] = []
    private(set) var fractions: [Double] = []
    private(set) var isLoading = false

    init(session: Session) { self.session = session }

    func load(_ url: String) {
        isLoading = true
        session.request(url)
            .validate()
            .downloadProgress { self.fractions.append($0.fractionCompleted) }
            .response(serializer: .json) { response in
                self.isLoading = false
                self.lines.append("json \(response.value == nil)")
            }
            .response { response in self.lines.append("data \(response.data?.count ?? 0)") }
    }

    func save(_ url: String) {
        session.upload(.data(Data("abc".utf8)), to: url)
            .uploadProgress { self.fractions.append($0.fractionCompleted) }
            .response { _ in self.lines.append("sent") }
        session.download(url)
            .response(serializer: .string) { self.lines.append("text \($0.value ?? "")") }
            .response { _ in self.lines.append("file") }
    }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct OrderViewTests {
    @Test func handlersOfTheMainActorAreCalledInOrder() async throws {
        let view = OrderView(session: Session(configuration: StubbedAnswer.configuration))
        view.load("http://stub.test/order")
        #expect(view.isLoading)
        while view.lines.count < 2 { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(view.lines == ["json false", "data 7"])
        #expect(view.fractions.last == 1)
        #expect(!view.isLoading)
    }

    @Test func uploadsAndDownloadsHaveThemToo() async throws {
        let view = OrderView(session: Session(configuration: StubbedAnswer.configuration))
        view.save("http://stub.test/order")
        while view.lines.count < 3 { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(view.lines.sorted() == ["file", "sent", "text {\"a\":1}"])
    }
}
