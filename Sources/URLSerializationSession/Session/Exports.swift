// The serializers are part of this module's vocabulary, as are Foundation and, on Linux, FoundationNetworking.
@_exported import URLSerialization
// The part of the wire that users see: errors, pins, metrics and engines.
@_exported import URLSerializationTransport
