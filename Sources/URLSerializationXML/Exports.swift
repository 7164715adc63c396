@_exported import URLSerialization

#if canImport(FoundationXML)
    // XMLParser and XMLDocument appear in this module's public signatures. On Linux they are in a separate module.
    @_exported import FoundationXML
#endif
