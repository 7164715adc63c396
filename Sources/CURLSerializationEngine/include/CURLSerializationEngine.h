#pragma once

// The functions of libcurl and zlib that the module URLSerializationTransport calls on Linux, without their headers:
// the libraries that Foundation links or loads at run time suffice. Apple's systems use none of this. Names are
// libcurl's and zlib's, with `cse` in place of `curl`.
#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A transfer of libcurl ("easy handle").
typedef struct cse_easy cse_easy;
/// A set of transfers ("multi handle").
typedef struct cse_multi cse_multi;
/// A list of texts.
typedef struct cse_slist cse_slist;
/// A decoder of compressed bytes.
typedef struct cse_inflater cse_inflater;

// The numbers of libcurl's interface, which never change.

/// The options of transfers (`CURLOPT_`).
typedef enum : int {
    cse_sslversion = 32, cse_noprogress = 43, cse_nobody, cse_upload = 46, cse_ssl_verifypeer = 64,
    cse_forbid_reuse = 75, cse_httpget = 80, cse_ssl_verifyhost, cse_http_version = 84, cse_buffersize = 98,
    cse_nosignal, cse_connecttimeout_ms = 156, cse_http_content_decoding = 158, cse_protocols = 181,
    cse_pipewait = 237, cse_suppress_connect_headers = 265, cse_upload_buffersize = 280, cse_quick_exit = 322,
    cse_writedata = 10001, cse_url, cse_proxy = 10004, cse_readdata = 10009, cse_errorbuffer, cse_httpheader = 10023,
    cse_headerdata = 10029, cse_customrequest = 10036, cse_xferinfodata = 10057, cse_cainfo = 10065,
    cse_sslcerttype = 10086, cse_capath = 10097, cse_private = 10103, cse_opensocketdata = 10164, cse_noproxy = 10177,
    cse_keypasswd = 10026, cse_pinnedpublickey = 10230, cse_prereqdata = 10313,
    cse_writefunction = 20011, cse_readfunction, cse_headerfunction = 20079, cse_opensocketfunction = 20163,
    cse_xferinfofunction = 20219, cse_prereqfunction = 20312,
    cse_infilesize_large = 30115,
    cse_sslcert_blob = 40291, cse_sslkey_blob, cse_cainfo_blob = 40309,
} cse_option;

/// The facts about a transfer (`CURLINFO_`), times in microseconds.
typedef enum : int {
    cse_info_private = 0x100015, cse_info_ssl_verifyresult = 0x20000D, cse_info_http_connectcode = 0x200016,
    cse_info_os_errno = 0x200019, cse_info_num_connects, cse_info_http_version = 0x20002E,
    cse_info_size_upload = 0x600007, cse_info_size_download, cse_info_namelookup_time = 0x600033,
    cse_info_connect_time, cse_info_pretransfer_time, cse_info_appconnect_time = 0x600038,
} cse_info;

/// The results of transfers (`CURLE_`).
typedef enum : int {
    cse_ok, cse_unsupported_protocol, cse_url_malformat = 3, cse_couldnt_resolve_proxy = 5, cse_couldnt_resolve_host,
    cse_couldnt_connect, cse_weird_server_reply, cse_http2 = 16, cse_partial_file = 18, cse_write_error = 23,
    cse_read_error = 26, cse_out_of_memory, cse_operation_timedout, cse_ssl_connect_error = 35,
    cse_aborted_by_callback = 42, cse_bad_function_argument, cse_obsolete51 = 51, cse_got_nothing,
    cse_ssl_engine_notfound, cse_ssl_engine_setfailed, cse_send_error, cse_recv_error, cse_ssl_certproblem = 58,
    cse_ssl_cipher, cse_peer_failed_verification, cse_send_fail_rewind = 65, cse_ssl_engine_initfailed,
    cse_ssl_cacert_badfile = 77, cse_ssl_issuer_error = 83, cse_ssl_pinnedpubkeynotmatch = 90, cse_http2_stream = 92,
    cse_proxy_error = 97,
} cse_code;

/// The values of options and facts, and those that functions return.
enum {
    cse_http_version_1_0 = 1, cse_http_version_1_1, cse_http_version_2, cse_http_version_2tls, cse_http_version_3 = 30,
    cse_proto_http = 1, cse_proto_https = 2,
    cse_sslversion_tlsv1_2 = 6,
    /// Pauses a direction, and ends the transfer.
    cse_pause = 0x10000001, cse_abort = 0x10000000,
    /// OpenSSL's, as the fact `ssl_verifyresult`.
    cse_x509_cert_not_yet_valid = 9, cse_x509_cert_has_expired,
    /// zlib's results.
    cse_z_ok = 0, cse_z_stream_end = 1, cse_z_buf_error = -5,
};

/// Called with bytes of a body, a line of a head or room for bytes to send, and returns the number of bytes taken or
/// filled, `cse_pause` or `cse_abort`.
typedef size_t (*cse_data_function)(char *_Nonnull bytes, size_t one, size_t count, void *_Nullable context);
/// Called with the progress; anything but 0 ends the transfer.
typedef int (*cse_progress_function)(
    void *_Nullable context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);

/// The functions of a transfer, each called with its context.
struct cse_functions {
    /// Receive a body and a head, and supply the body to send.
    cse_data_function _Nonnull write, header, read;
    cse_progress_function _Nonnull xferinfo;
    /// Returns a socket for an address, by `cse_socket_make`.
    int (*_Nonnull opensocket)(void *_Nullable context, int purpose, const void *_Nonnull address);
    /// Called from libcurl 7.80 on when the transfer has its connection; anything but 0 ends the transfer.
    int (*_Nonnull prereq)(
        void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port);
};

/// Finds libcurl and zlib, once, and returns the number of libcurl's version, such as 0x075801 for 7.88.1; 0 if either
/// is missing.
long cse_global_init(void);

/// Whether domains below this one have different owners, as those below `co.uk`, by the list of libpsl; false if
/// libcurl does not use that.
bool cse_is_public_suffix(const char *_Nonnull domain);

/// Returns a transfer with the options that all transfers have, or null if out of memory.
cse_easy *_Nullable cse_easy_init(void);
void cse_easy_cleanup(cse_easy *_Nonnull easy);
/// Sets an option. The result is not `cse_ok` for an option that this libcurl does not have.
cse_code cse_setopt(cse_easy *_Nonnull easy, cse_option option, int64_t value);
cse_code cse_setopt_pointer(cse_easy *_Nonnull easy, cse_option option, const void *_Nullable value);
/// Sets bytes, which are copied.
cse_code cse_setopt_blob(cse_easy *_Nonnull easy, cse_option option, const void *_Nonnull bytes, size_t count);
void cse_setopt_functions(
    cse_easy *_Nonnull easy, const struct cse_functions *_Nonnull functions, void *_Nonnull context);
/// Lets a transfer continue in both directions; its functions may be called before this returns.
cse_code cse_unpause(cse_easy *_Nonnull easy);
int64_t cse_getinfo(cse_easy *_Nonnull easy, cse_info info);
const char *_Nonnull cse_strerror(cse_code code);

/// Returns a new socket for an address of libcurl's, or -1.
int cse_socket_make(const void *_Nonnull address);
/// Whether the descriptor is a socket with this local port.
bool cse_socket_has_port(int socket, int port);
/// Whether bytes or the end of the connection can be read.
bool cse_socket_is_readable(int socket);
/// Returns the number of bytes that have been read from a TCP socket, or 0 for another one.
int64_t cse_socket_taken(int socket);

/// Returns the list with a copy of the text at its end, or null if out of memory.
cse_slist *_Nullable cse_slist_append(cse_slist *_Nullable list, const char *_Nonnull text);
void cse_slist_free_all(cse_slist *_Nullable list);

/// Returns a set, or null if out of memory or of descriptors.
///
/// - most_connections: the most connections to a host, or to a proxy.
cse_multi *_Nullable cse_multi_init(long most_connections);
void cse_multi_cleanup(cse_multi *_Nonnull multi);
bool cse_multi_add_handle(cse_multi *_Nonnull multi, cse_easy *_Nonnull easy);
void cse_multi_remove_handle(cse_multi *_Nonnull multi, cse_easy *_Nonnull easy);
void cse_multi_perform(cse_multi *_Nonnull multi);
/// Waits for activity, for at most this many milliseconds.
void cse_multi_poll(cse_multi *_Nonnull multi, int milliseconds);
/// Ends the wait from another thread.
void cse_multi_wakeup(cse_multi *_Nonnull multi);
/// Returns the private pointer of a transfer that has ended, and its result; null if there are no more.
void *_Nullable cse_info_read(cse_multi *_Nonnull multi, cse_code *_Nonnull code);

/// Returns a decoder, or null if out of memory.
///
/// - window: the form of the compressed bytes, by zlib's windowBits.
cse_inflater *_Nullable cse_inflate_init(int window);
/// Decodes bytes from the input to the room, and advances the beginnings and sizes of both; returns zlib's result.
int cse_inflate(
    cse_inflater *_Nonnull inflater, const uint8_t *_Nullable *_Nonnull input, size_t *_Nonnull input_count,
    uint8_t *_Nonnull room, size_t *_Nonnull room_count);
void cse_inflate_end(cse_inflater *_Nonnull inflater);

#endif
