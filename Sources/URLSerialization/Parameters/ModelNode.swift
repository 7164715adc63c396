/// A node of an encoded model.
package struct ModelNode {
    let tree: ModelTree
    let index: Int32

    /// What the node is to those who read parameters.
    var parameterNode: ParameterNode {
        switch tree.nodes[index].pointee.kind {
        case .leaf: .leaf(tree.nodes.leaf(of: index))
        case .value: tree.values[index]?.parameterNode ?? .leaf(.null)
        case .array: .array(.model(self))
        case .set: .set(children.map(\.value), isSorted: false)
        case .dictionary, .empty: .dictionary(.model(self))
        }
    }

    /// How many children a container has.
    var childCount: Int { Int(tree.nodes[index].pointee.childCount) }

    /// The children with their keys, in the order they were encoded.
    package var children: [(key: String, value: Any)] {
        tree.nodes.children(of: index).map { (tree.nodes.keyText(of: $0), ModelNode(tree: tree, index: $0)) }
    }
}

extension ModelNode: ParameterConvertible {}
