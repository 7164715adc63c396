#if defined(__linux__)

#define _GNU_SOURCE
#include "CURLSerializationEngine.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

struct message {
    int kind;
    cse_easy *easy;
    union {
        void *pointer;
        int code;
    } data;
};

struct version {
    int age;
    const char *text;
    unsigned int number;
};

struct address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

struct blob {
    void *data;
    size_t length;
    unsigned int flags;
};

// The interface of zlib.
struct stream {
    const uint8_t *next_in; unsigned int avail_in; unsigned long total_in;
    uint8_t *next_out; unsigned int avail_out; unsigned long total_out;
    const char *words; void *state;
    void *(*allocate)(void *, unsigned int, unsigned int); void (*release)(void *, void *); void *opaque;
    int kind; unsigned long checksum, reserved;
};

struct cse_inflater {
    struct stream stream;
};

#define CURL_FUNCTIONS(F)                                                              \
    F(int, curl_global_init, (long))                                                   \
    F(const struct version *, curl_version_info, (int))                                \
    F(cse_easy *, curl_easy_init, (void))                                              \
    F(void, curl_easy_cleanup, (cse_easy *))                                           \
    F(int, curl_easy_setopt, (cse_easy *, int, ...))                                   \
    F(int, curl_easy_getinfo, (cse_easy *, int, ...))                                  \
    F(int, curl_easy_pause, (cse_easy *, int))                                         \
    F(const char *, curl_easy_strerror, (int))                                         \
    F(cse_slist *, curl_slist_append, (cse_slist *, const char *))                       \
    F(void, curl_slist_free_all, (cse_slist *))                                         \
    F(cse_multi *, curl_multi_init, (void))                                            \
    F(int, curl_multi_cleanup, (cse_multi *))                                          \
    F(int, curl_multi_setopt, (cse_multi *, int, ...))                                 \
    F(int, curl_multi_add_handle, (cse_multi *, cse_easy *))                           \
    F(int, curl_multi_remove_handle, (cse_multi *, cse_easy *))                        \
    F(int, curl_multi_perform, (cse_multi *, int *))                                   \
    F(int, curl_multi_poll, (cse_multi *, void *, unsigned int, int, int *))           \
    F(int, curl_multi_wakeup, (cse_multi *))                                           \
    F(struct message *, curl_multi_info_read, (cse_multi *, int *))

#define ZLIB_FUNCTIONS(F)                                                              \
    F(int, inflateInit2_, (struct stream *, int, const char *, int))                   \
    F(int, inflate, (struct stream *, int))                                            \
    F(int, inflateEnd, (struct stream *))

// If a program links libcurl statically, only a reference finds it. A weak one does not require it.
#define DECLARE(type, name, parameters) extern type name parameters __attribute__((weak));
CURL_FUNCTIONS(DECLARE)
ZLIB_FUNCTIONS(DECLARE)

#define MEMBER(type, name, parameters) type(*name) parameters;
static struct {
    CURL_FUNCTIONS(MEMBER)
    ZLIB_FUNCTIONS(MEMBER)
} library;

#define BIND(type, name, parameters) library.name = name;
#define LOOK_UP(type, name, parameters) library.name = (type(*) parameters)dlsym(handle, #name);
#define REQUIRE(type, name, parameters) found = found && library.name;

// By the name that Foundation uses: a search of everything that is loaded may find another libcurl.
#define FINDER(finder, FUNCTIONS, file)                     \
    static bool finder(void) {                              \
        bool found = true;                                  \
        FUNCTIONS(BIND)                                     \
        FUNCTIONS(REQUIRE)                                  \
        if (found) return true;                             \
        void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
        if (!handle) return false;                          \
        found = true;                                       \
        FUNCTIONS(LOOK_UP)                                  \
        FUNCTIONS(REQUIRE)                                  \
        return found;                                       \
    }

FINDER(find_curl, CURL_FUNCTIONS, "libcurl.so.4")
FINDER(find_zlib, ZLIB_FUNCTIONS, "libz.so.1")

static long version;

static void load(void) {
    const long global_all = 3;
    if (!find_curl() || !find_zlib() || library.curl_global_init(global_all) != 0) return;
    version = (long)library.curl_version_info(0)->number;
}

long cse_global_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return version;
}

bool cse_is_public_suffix(const char *domain) {
    // Only as a library that libcurl has loaded.
    void *handle = dlopen("libpsl.so.5", RTLD_NOW | RTLD_NOLOAD);
    if (!handle) return false;
    const void *(*builtin)(void) = dlsym(handle, "psl_builtin");
    int (*is_public_suffix)(const void *, const char *) = dlsym(handle, "psl_is_public_suffix");
    bool result = builtin && is_public_suffix && is_public_suffix(builtin(), domain);
    dlclose(handle);
    return result;
}

// MARK: - Transfers

// Programs that this one starts must not inherit descriptors.
int cse_socket_make(const void *description) {
    const struct address *address = description;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

bool cse_socket_has_port(int socket, int port) {
    // The port has the same place in the addresses of both families.
    struct { uint16_t family, port; char rest[124]; } address;
    socklen_t length = sizeof address;
    return getsockname(socket, (struct sockaddr *)&address, &length) == 0 && ntohs(address.port) == port;
}

bool cse_socket_is_readable(int socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

int64_t cse_socket_taken(int socket) {
    struct { char other[128]; int64_t received; } info = {0};
    socklen_t length = sizeof info;
    int unread = 0, tcp = 6, tcp_info = 11;
    // In this order, what arrives between the two calls counts as unread.
    if (getsockopt(socket, tcp, tcp_info, &info, &length) != 0 || ioctl(socket, FIONREAD, &unread) != 0) return 0;
    return info.received - unread;
}

// The options that every transfer has. An older libcurl does without those that it lacks.
static const struct {
    cse_option option;
    long value;
} options[] = {
    {cse_nosignal, 1},
    {cse_buffersize, 1 << 16},
    {cse_noprogress, 0},
    {cse_http_content_decoding, 0},
    {cse_suppress_connect_headers, 1},
    {cse_quick_exit, 1},
    {cse_pipewait, 1},
    {cse_upload_buffersize, 1 << 17},
    // The session's own timeouts count.
    {cse_connecttimeout_ms, 1000000000},
    {cse_sslversion, cse_sslversion_tlsv1_2},
};

cse_easy *cse_easy_init(void) {
    cse_easy *easy = library.curl_easy_init();
    const size_t count = sizeof options / sizeof *options;
    for (size_t i = 0; easy && i < count; i++) library.curl_easy_setopt(easy, options[i].option, options[i].value);
    return easy;
}

void cse_easy_cleanup(cse_easy *easy) { library.curl_easy_cleanup(easy); }

cse_code cse_setopt(cse_easy *easy, cse_option option, int64_t value) {
    const int first_of_64_bits = 30000;
    if (option < first_of_64_bits) return library.curl_easy_setopt(easy, option, (long)value);
    return library.curl_easy_setopt(easy, option, value);
}

cse_code cse_setopt_pointer(cse_easy *easy, cse_option option, const void *value) {
    return library.curl_easy_setopt(easy, option, value);
}

cse_code cse_setopt_blob(cse_easy *easy, cse_option option, const void *bytes, size_t count) {
    const unsigned int copies = 1;
    struct blob blob = {(void *)bytes, count, copies};
    return library.curl_easy_setopt(easy, option, &blob);
}

void cse_setopt_functions(cse_easy *easy, const struct cse_functions *functions, void *context) {
    const struct { cse_option option; void *function; cse_option data; } all[] = {
        {cse_writefunction, functions->write, cse_writedata},
        {cse_headerfunction, functions->header, cse_headerdata},
        {cse_readfunction, functions->read, cse_readdata},
        {cse_xferinfofunction, functions->xferinfo, cse_xferinfodata},
        {cse_opensocketfunction, functions->opensocket, cse_opensocketdata},
        {cse_prereqfunction, functions->prereq, cse_prereqdata},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        library.curl_easy_setopt(easy, all[i].option, all[i].function);
        library.curl_easy_setopt(easy, all[i].data, context);
    }
    library.curl_easy_setopt(easy, cse_private, context);
}

cse_code cse_unpause(cse_easy *easy) {
    const int both_directions = 0;
    return library.curl_easy_pause(easy, both_directions);
}

int64_t cse_getinfo(cse_easy *easy, cse_info info) {
    const int first_of_64_bits = 0x600000;
    int64_t value = 0;
    long number = 0;
    if (info >= first_of_64_bits) {
        library.curl_easy_getinfo(easy, info, &value);
        return value;
    }
    library.curl_easy_getinfo(easy, info, &number);
    return number;
}

const char *cse_strerror(cse_code code) { return library.curl_easy_strerror(code); }

cse_slist *cse_slist_append(cse_slist *list, const char *text) { return library.curl_slist_append(list, text); }

void cse_slist_free_all(cse_slist *list) { library.curl_slist_free_all(list); }

// MARK: - Sets of transfers

cse_multi *cse_multi_init(long most_connections) {
    const int maxconnects = 6, max_host_connections = 7;
    cse_multi *multi = library.curl_multi_init();
    if (!multi) return NULL;
    library.curl_multi_setopt(multi, maxconnects, 64L);
    library.curl_multi_setopt(multi, max_host_connections, most_connections);
    // Without descriptors libcurl makes a set that nothing wakes up.
    if (library.curl_multi_wakeup(multi) == 0) return multi;
    library.curl_multi_cleanup(multi);
    return NULL;
}

void cse_multi_cleanup(cse_multi *multi) { library.curl_multi_cleanup(multi); }

bool cse_multi_add_handle(cse_multi *multi, cse_easy *easy) { return library.curl_multi_add_handle(multi, easy) == 0; }

void cse_multi_remove_handle(cse_multi *multi, cse_easy *easy) { library.curl_multi_remove_handle(multi, easy); }

void cse_multi_perform(cse_multi *multi) {
    int running = 0;
    library.curl_multi_perform(multi, &running);
}

void cse_multi_poll(cse_multi *multi, int milliseconds) { library.curl_multi_poll(multi, NULL, 0, milliseconds, NULL); }

void cse_multi_wakeup(cse_multi *multi) { library.curl_multi_wakeup(multi); }

void *cse_info_read(cse_multi *multi, cse_code *code) {
    const int is_done = 1;
    int left = 0;
    struct message *message = NULL;
    while ((message = library.curl_multi_info_read(multi, &left))) {
        if (message->kind != is_done) continue;
        char *context = NULL;
        *code = message->data.code;
        library.curl_easy_getinfo(message->easy, cse_info_private, &context);
        return context;
    }
    return NULL;
}

// MARK: - zlib

cse_inflater *cse_inflate_init(int window) {
    cse_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater) return NULL;
    if (library.inflateInit2_(&inflater->stream, window, "1.2.0", sizeof inflater->stream) == cse_z_ok) return inflater;
    free(inflater);
    return NULL;
}

int cse_inflate(
    cse_inflater *inflater, const uint8_t **input, size_t *input_count, uint8_t *room, size_t *room_count) {
    struct stream *stream = &inflater->stream;
    stream->next_in = *input;
    stream->avail_in = (unsigned int)*input_count;
    stream->next_out = room;
    stream->avail_out = (unsigned int)*room_count;
    int code = library.inflate(stream, 0);
    *input = stream->next_in;
    *input_count = stream->avail_in;
    *room_count = stream->avail_out;
    return code;
}

void cse_inflate_end(cse_inflater *inflater) {
    library.inflateEnd(&inflater->stream);
    free(inflater);
}

#endif
