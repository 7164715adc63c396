@_exported import URLSerialization

#if canImport(FoundationXML)
    // XMLParser and XMLDocument appear in this module's public signatures; on Linux they live in a module of their own.
    @_exported import FoundationXML
#endif
