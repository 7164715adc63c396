// The serializers are part of this module's vocabulary, as are Foundation and, on Linux, FoundationNetworking.
@_exported import URLSerialization
// What users see of the wire: errors, pins, metrics and engines.
@_exported import URLSerializationTransport
