// The conformances of Foundation's types. Class clusters inherit the conformance of their public class.

extension CGFloat: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.double(Double(self))) } }
extension Decimal: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.decimal(self)) } }
extension Date: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.date(self)) } }
extension Data: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.data(self)) } }
extension URL: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.url(self)) } }
extension UUID: ParameterConvertible {
    var parameterNode: ParameterNode { .object(description: uuidString, isUUID: true) }
}
extension NSNull: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.null) } }
extension NSNumber: ParameterConvertible { var parameterNode: ParameterNode { .leaf(parameterLeaf) } }
extension NSString: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(self as String)) } }
extension NSURL: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.url(self as URL)) } }
extension NSDate: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.date(self as Date)) } }
extension NSData: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.data(self as Data)) } }
extension NSUUID: ParameterConvertible { var parameterNode: ParameterNode { (self as UUID).parameterNode } }
extension NSArray: ParameterConvertible { var parameterNode: ParameterNode { .array(storedElements) } }
extension NSOrderedSet: ParameterConvertible { var parameterNode: ParameterNode { .array(distinctElements) } }
extension NSSet: ParameterConvertible { var parameterNode: ParameterNode { .set(storedElements) } }

extension NSDictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(storedEntries, isOrdered: false) }
}
