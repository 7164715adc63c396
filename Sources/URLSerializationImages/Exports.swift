@_exported import URLSerialization
