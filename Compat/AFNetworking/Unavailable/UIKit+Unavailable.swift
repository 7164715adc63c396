// UIKit+AFNetworking's names, in extensions of protocols so that an application's own are preferred. Not compiled on
// the systems that this package is built and tested on.
#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// A view that UIKit+AFNetworking loads an image into.
    public protocol AFImageView: UIImageView {}

    extension UIImageView: AFImageView {}

    extension AFImageView {
        /// UIKit+AFNetworking's loading of an image.
        @available(
            *, unavailable, message: "Get the image with AFImageResponseSerializer and set it in the success block."
        )
        public func setImageWith(_ url: URL, placeholderImage: UIImage? = nil) {}

        /// UIKit+AFNetworking's loading of an image.
        @available(
            *, unavailable, message: "Get the image with AFImageResponseSerializer and set it in the success block."
        )
        public func setImageWith(
            _ urlRequest: URLRequest, placeholderImage: UIImage?,
            success: ((URLRequest, HTTPURLResponse?, UIImage) -> Void)?,
            failure: ((URLRequest, HTTPURLResponse?, any Error) -> Void)?
        ) {}

        /// UIKit+AFNetworking's cancelling of an image's download.
        @available(*, unavailable, message: "Cancel the task that AFHTTPSessionManager returned.")
        public func cancelImageDownloadTask() {}
    }

    /// A button that UIKit+AFNetworking loads images into.
    public protocol AFImageButton: UIButton {}

    extension UIButton: AFImageButton {}

    extension AFImageButton {
        /// UIKit+AFNetworking's loading of an image.
        @available(
            *, unavailable, message: "Get the image with AFImageResponseSerializer and set it in the success block."
        )
        public func setImageFor(_ state: UIControl.State, with url: URL, placeholderImage: UIImage? = nil) {}

        /// UIKit+AFNetworking's loading of a background image.
        @available(
            *, unavailable, message: "Get the image with AFImageResponseSerializer and set it in the success block."
        )
        public func setBackgroundImageFor(_ state: UIControl.State, with url: URL, placeholderImage: UIImage? = nil) {}
    }

    /// A view that UIKit+AFNetworking binds to a task.
    public protocol AFTaskView: UIView {}

    extension UIActivityIndicatorView: AFTaskView {}
    extension UIProgressView: AFTaskView {}

    extension AFTaskView {
        /// UIKit+AFNetworking's binding of an activity indicator.
        @available(
            *, unavailable, message: "Observe AFNetworkingTaskDidResume and AFNetworkingTaskDidComplete of the task."
        )
        public func setAnimatingWithStateOf(_ task: URLSessionTask?) {}

        /// UIKit+AFNetworking's binding of a progress view.
        @available(*, unavailable, message: "Set observedProgress to the manager's uploadProgress(for:).")
        public func setProgressWithUploadProgressOf(_ task: URLSessionUploadTask, animated: Bool) {}

        /// UIKit+AFNetworking's binding of a progress view.
        @available(*, unavailable, message: "Set observedProgress to the manager's downloadProgress(for:).")
        public func setProgressWithDownloadProgressOf(_ task: URLSessionDownloadTask, animated: Bool) {}
    }
#endif
