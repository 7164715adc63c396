// The serializers are part of this module's vocabulary, and with them Foundation, on Linux also FoundationNetworking.
@_exported import URLSerialization
