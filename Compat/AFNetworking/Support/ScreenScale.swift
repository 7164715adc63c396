// Not compiled on the systems that this package is built and tested on.
#if os(iOS) || os(tvOS)
    import UIKit
#endif

/// The number of pixels to a point.
enum ScreenScale {
    /// The main screen's scale on the main thread of iOS and tvOS, as in AFNetworking, and 1 elsewhere.
    static var current: CGFloat {
        #if os(iOS) || os(tvOS)
            Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.scale } : 1
        #else
            1
        #endif
    }
}
