import TestSupport
import URLSerialization
import URLSerializationSession
import XCTest

/// A view controller as code in the language of Swift 5 has it.
@MainActor
final class OrderViewController {
    let session = Session(configuration: StubbedAnswer.configuration)
    var title = ""
    var progress = 0.0
    var done: (() -> Void)?

    func viewDidLoad() {
        session.request("http://stub.test/order", parameters: ["id": 7])
            .validate()
            .downloadProgress { [weak self] in self?.progress = $0.fractionCompleted }
            .response(serializer: .string) { [weak self] response in
                self?.title = response.value ?? ""
                self?.done?()
            }
    }
}

final class OrderViewControllerTests: XCTestCase {
    @MainActor
    func testAViewControllerUsesAHandlerWithoutAQueue() async {
        let controller = OrderViewController()
        let done = expectation(description: "The handler is called.")
        controller.done = { done.fulfill() }
        controller.viewDidLoad()
        await fulfillment(of: [done], timeout: 600)
        XCTAssertEqual(controller.title, #"{"a":1}"#)
        XCTAssertEqual(controller.progress, 1)
    }

    /// A handler with a queue is called while the main thread is blocked.
    @MainActor
    func testAHandlerWithAQueueIsCalledWhileTheMainThreadWaits() {
        let called = DispatchSemaphore(value: 0)
        let session = Session(configuration: StubbedAnswer.configuration)
        session.request("http://stub.test/").response(queue: .global()) { _ in called.signal() }
        XCTAssertEqual(called.wait(timeout: .now() + 600), .success)
    }
}
