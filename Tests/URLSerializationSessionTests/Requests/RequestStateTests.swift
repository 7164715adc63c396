import Testing
import URLSerializationSession

@Suite struct RequestStateTests {
    private static let states: [RequestState] = [.initialized, .resumed, .suspended, .cancelled, .finished]
    private static let legal: [RequestState: [RequestState.Action: RequestState]] = [
        .initialized: [.resume: .resumed, .suspend: .suspended, .cancel: .cancelled],
        .resumed: [.suspend: .suspended, .cancel: .cancelled, .finish: .finished],
        .suspended: [.resume: .resumed, .cancel: .cancelled],
    ]

    @Test(arguments: states, RequestState.Action.allCases)
    func everyActionInEveryStateIsLegalOrMeansNothing(state: RequestState, action: RequestState.Action) {
        #expect(state.after(action) == Self.legal[state]?[action])
    }
}
