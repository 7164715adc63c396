// The encoders, and with them the core and URLRequest. The session is not exported: its names are not Alamofire's.
@_exported import AlamofireEncoders
