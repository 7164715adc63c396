#pragma once

// The functions of libcurl and zlib that the module URLSerializationTransport calls on Linux, without their headers: the
// libraries that Foundation links or loads at run time suffice. Apple's systems use none of this.
#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A transfer of libcurl ("easy handle").
typedef struct cse_easy cse_easy;
/// A set of transfers ("multi handle").
typedef struct cse_multi cse_multi;
/// A list of texts.
typedef struct cse_list cse_list;
/// A decoder of compressed bytes.
typedef struct cse_inflater cse_inflater;

/// The options of transfers, by the numbers of libcurl's interface, which never change.
typedef enum : int {
    cse_url = 10002,
    cse_proxy = 10004,
    cse_error_buffer = 10010,
    cse_header = 10023,
    cse_custom_request = 10036,
    cse_no_body = 44,
    cse_upload = 46,
    cse_verify_peer = 64,
    cse_forbid_reuse = 75,
    cse_ca_info = 10065,
    cse_get = 80,
    cse_verify_host = 81,
    cse_http_version = 84,
    cse_ca_path = 10097,
    cse_private = 10103,
    cse_upload_size = 30115,
    cse_no_proxy = 10177,
    cse_protocols = 181,
    cse_pinned_public_key = 10230,
    cse_ca_info_blob = 40309,
} cse_option;

/// The facts about a transfer.
typedef enum : int {
    cse_bytes_sent = 0x600007,
    cse_bytes_received = 0x600008,
    cse_name_lookup_time = 0x600033,
    cse_connect_time = 0x600034,
    cse_before_transfer_time = 0x600035,
    cse_tls_time = 0x600038,
    cse_verify_result = 0x20000D,
    cse_new_connections = 0x20001A,
    cse_used_http_version = 0x20002E,
} cse_info;

/// Called with bytes of a body, a line of a head or room for bytes to send, and returns the number of bytes taken or
/// filled, or one of the values below.
typedef size_t (*cse_data_function)(char *_Nonnull bytes, size_t one, size_t count, void *_Nullable context);
/// Called with the progress; anything but 0 ends the transfer.
typedef int (*cse_progress_function)(
    void *_Nullable context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);

/// The functions of a transfer, each called with its context.
struct cse_functions {
    /// Receive a body and a head, and supply the body to send.
    cse_data_function _Nonnull write, header, read;
    cse_progress_function _Nonnull progress;
    /// Returns a socket for an address, by `cse_socket_make`.
    int (*_Nonnull open_socket)(void *_Nullable context, int purpose, const void *_Nonnull address);
    /// Called from libcurl 7.80 on when the transfer has its connection; anything but 0 ends the transfer.
    int (*_Nonnull connected)(
        void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port);
};

/// The value by which a data function pauses its direction.
static const size_t cse_pause = 0x10000001;
/// The value by which a read function ends the transfer.
static const size_t cse_abort = 0x10000000;

/// Finds libcurl and zlib, once, and returns the number of libcurl's version, such as 0x075801 for 7.88.1; 0 if either
/// is missing.
long cse_load(void);

/// Returns a transfer with the options that all transfers have, or null if out of memory.
cse_easy *_Nullable cse_easy_make(void);
void cse_easy_free(cse_easy *_Nonnull easy);
/// Sets an option, and returns 0 or the code of an error, such as for an option that this libcurl does not have.
int cse_set_number(cse_easy *_Nonnull easy, cse_option option, int64_t value);
int cse_set_pointer(cse_easy *_Nonnull easy, cse_option option, const void *_Nullable value);
/// Sets bytes, which are copied.
int cse_set_bytes(cse_easy *_Nonnull easy, cse_option option, const void *_Nonnull bytes, size_t count);
void cse_set_functions(
    cse_easy *_Nonnull easy, const struct cse_functions *_Nonnull functions, void *_Nonnull context);
/// Lets a transfer continue in both directions; its functions may be called before this returns.
int cse_continue(cse_easy *_Nonnull easy);
int64_t cse_fact(cse_easy *_Nonnull easy, cse_info info);

/// Returns a new socket for an address of libcurl's, or -1.
int cse_socket_make(const void *_Nonnull address);
/// Whether the descriptor is a socket with this local port.
bool cse_socket_has_port(int socket, int port);
/// Whether bytes or the end of the connection can be read.
bool cse_socket_is_readable(int socket);
/// Returns the number of bytes that have been read from a TCP socket, or 0 for another one.
int64_t cse_socket_taken(int socket);

/// Returns the message for an error.
const char *_Nonnull cse_words(int code);

/// Returns the list with a copy of the text at its end, or null if out of memory.
cse_list *_Nullable cse_list_append(cse_list *_Nullable list, const char *_Nonnull text);
void cse_list_free(cse_list *_Nullable list);

/// Returns a set, or null if out of memory or of descriptors.
///
/// - most_connections: the most connections to a host, or to a proxy.
cse_multi *_Nullable cse_multi_make(long most_connections);
void cse_multi_free(cse_multi *_Nonnull multi);
int cse_multi_add(cse_multi *_Nonnull multi, cse_easy *_Nonnull easy);
void cse_multi_remove(cse_multi *_Nonnull multi, cse_easy *_Nonnull easy);
int cse_multi_perform(cse_multi *_Nonnull multi);
/// Waits for activity, for at most this many milliseconds.
int cse_multi_wait(cse_multi *_Nonnull multi, int milliseconds);
/// Ends the wait from another thread.
void cse_multi_wake(cse_multi *_Nonnull multi);
/// Returns the private pointer of a transfer that has ended, and its code; null if there are no more.
void *_Nullable cse_multi_next_ended(cse_multi *_Nonnull multi, int *_Nonnull code);

/// Returns a decoder, or null if out of memory.
///
/// - window: the form of the compressed bytes, by zlib's windowBits.
cse_inflater *_Nullable cse_inflater_make(int window);
/// Decodes bytes from the input to the room, and advances the beginnings and sizes of both; returns zlib's code.
int cse_inflate(
    cse_inflater *_Nonnull inflater, const uint8_t *_Nullable *_Nonnull input, size_t *_Nonnull input_count,
    uint8_t *_Nonnull room, size_t *_Nonnull room_count);
void cse_inflater_free(cse_inflater *_Nonnull inflater);

#endif
