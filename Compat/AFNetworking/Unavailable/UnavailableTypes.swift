// The types of AFNetworking 1, 2 and of UIKit+AFNetworking that this module does not have. None has an Objective-C
// name, and an application's own type of the same name shadows it.

// MARK: - AFNetworking 1

/// AFNetworking 1's client of a server.
@available(*, unavailable, renamed: "AFHTTPSessionManager", message: "Make requests by get, post and the other verbs.")
public typealias AFHTTPClient = AFHTTPSessionManager

/// AFNetworking 1's operation that requests and decodes JSON.
@available(*, unavailable, renamed: "URLSessionDataTask", message: "Use a manager with AFJSONResponseSerializer.")
public typealias AFJSONRequestOperation = URLSessionDataTask

/// AFNetworking 1's operation that requests XML.
@available(*, unavailable, renamed: "URLSessionDataTask", message: "Use a manager with AFXMLParserResponseSerializer.")
public typealias AFXMLRequestOperation = URLSessionDataTask

/// AFNetworking 1's operation that requests a property list.
@available(*, unavailable, renamed: "URLSessionDataTask", message: "Use one with AFPropertyListResponseSerializer.")
public typealias AFPropertyListRequestOperation = URLSessionDataTask

/// AFNetworking 1's operation that requests an image.
@available(*, unavailable, renamed: "URLSessionDataTask", message: "Use a manager with AFImageResponseSerializer.")
public typealias AFImageRequestOperation = URLSessionDataTask

// MARK: - AFNetworking 2

/// AFNetworking 2's client of a server, for systems without URLSession.
@available(*, unavailable, renamed: "AFHTTPSessionManager", message: "Its verbs return tasks. Its blocks receive them.")
public typealias AFHTTPRequestOperationManager = AFHTTPSessionManager

/// AFNetworking 1's and 2's HTTP request.
@available(
    *, unavailable, renamed: "URLSessionDataTask",
    message: "Make a task by AFURLSessionManager.dataTask(with:completionHandler:). Its object is the handler's."
)
public struct AFHTTPRequestOperation {
    /// A request. With this initializer the compiler reports only the type.
    public init(request: URLRequest) {}
}

/// AFNetworking 1's and 2's operation for a URL connection.
@available(
    *, unavailable, renamed: "URLSessionTask",
    message: "Make a task by a method of AFURLSessionManager; cancel, suspend and resume it in place of the operation."
)
public typealias AFURLConnectionOperation = URLSessionTask

// MARK: - UIKit+AFNetworking

/// UIKit+AFNetworking's manager of the network activity indicator.
@available(
    *, unavailable,
    message: "Observe AFNetworkingTaskDidResume, AFNetworkingTaskDidSuspend and AFNetworkingTaskDidComplete."
)
public enum AFNetworkActivityIndicatorManager {
    /// Returns a placeholder for UIKit+AFNetworking's shared indicator.
    public static func shared() -> Indicator { Indicator() }
    /// The shared indicator, in Swift 2's spelling.
    public static func sharedManager() -> Indicator { Indicator() }

    /// The members of the indicator, so that the compiler reports only its type.
    public final class Indicator {
        /// Whether the indicator follows the requests, in UIKit+AFNetworking.
        public var isEnabled = false
        /// Whether the indicator is visible, in Swift 2's spelling.
        public var enabled = false

        /// Counts an activity that begins, in UIKit+AFNetworking.
        public func incrementActivityCount() {}
        /// Counts the end of an activity.
        public func decrementActivityCount() {}
    }
}

/// UIKit+AFNetworking's downloader and cache of images.
@available(*, unavailable, message: "Get images by AFHTTPSessionManager with AFImageResponseSerializer.")
public enum AFImageDownloader {
    /// Returns a placeholder for UIKit+AFNetworking's shared downloader.
    public static func defaultInstance() -> AFHTTPSessionManager { AFHTTPSessionManager() }
    /// Returns a placeholder for UIKit+AFNetworking's shared downloader.
    public static func `default`() -> AFHTTPSessionManager { AFHTTPSessionManager() }
}

/// UIKit+AFNetworking's handle of an image's download.
@available(*, unavailable, renamed: "URLSessionDataTask", message: "Keep the task that AFHTTPSessionManager returns.")
public typealias AFImageDownloadReceipt = URLSessionDataTask

/// UIKit+AFNetworking's image cache, which evicts images by their last use.
@available(*, unavailable, message: "Keep images in an NSCache.")
public typealias AFAutoPurgingImageCache = Never

/// UIKit+AFNetworking's protocol of image caches by identifier.
@available(*, unavailable, message: "Keep images in an NSCache.")
public typealias AFImageCache = Any

/// UIKit+AFNetworking's protocol of image caches by request.
@available(*, unavailable, message: "Keep images in an NSCache.")
public typealias AFImageRequestCache = Any

// UIKit+AFNetworking's names, in protocol extensions so that an application's own declarations take precedence. Not
// compiled on the systems that this package is built and tested on.
#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension NSObjectProtocol where Self: UIImageView {
        /// UIKit+AFNetworking's loading of an image from a URL.
        @available(*, unavailable, message: "Get the image with AFImageResponseSerializer, and set it on success.")
        public func setImageWith(_ url: URL, placeholderImage: UIImage? = nil) {}

        /// UIKit+AFNetworking's loading of an image by a request, with blocks for the result.
        @available(*, unavailable, message: "Get the image with AFImageResponseSerializer, and set it on success.")
        public func setImageWith(
            _ urlRequest: URLRequest, placeholderImage: UIImage?,
            success: ((URLRequest, HTTPURLResponse?, UIImage) -> Void)?,
            failure: ((URLRequest, HTTPURLResponse?, any Error) -> Void)?
        ) {}

        /// UIKit+AFNetworking's cancelling of an image's download.
        @available(*, unavailable, message: "Cancel the task that AFHTTPSessionManager returned.")
        public func cancelImageDownloadTask() {}
    }

    extension NSObjectProtocol where Self: UIButton {
        /// UIKit+AFNetworking's loading of an image for a state of the button.
        @available(*, unavailable, message: "Get the image with AFImageResponseSerializer, and set it on success.")
        public func setImageFor(_ state: UIControl.State, with url: URL, placeholderImage: UIImage? = nil) {}

        /// UIKit+AFNetworking's loading of a background image.
        @available(*, unavailable, message: "Get the image with AFImageResponseSerializer, and set it on success.")
        public func setBackgroundImageFor(_ state: UIControl.State, with url: URL, placeholderImage: UIImage? = nil) {}
    }

    extension NSObjectProtocol where Self: UIView {
        /// UIKit+AFNetworking's binding of an activity indicator.
        @available(*, unavailable, message: "Observe the task's AFNetworkingTaskDidResume and …DidComplete.")
        public func setAnimatingWithStateOf(_ task: URLSessionTask?) {}

        /// UIKit+AFNetworking's binding of a progress view.
        @available(*, unavailable, message: "Set observedProgress to the manager's uploadProgress(for:).")
        public func setProgressWithUploadProgressOf(_ task: URLSessionUploadTask, animated: Bool) {}

        /// UIKit+AFNetworking's binding of a progress view.
        @available(*, unavailable, message: "Set observedProgress to the manager's downloadProgress(for:).")
        public func setProgressWithDownloadProgressOf(_ task: URLSessionDownloadTask, animated: Bool) {}
    }
#endif
