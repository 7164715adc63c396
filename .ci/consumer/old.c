#define _GNU_SOURCE
#include <dlfcn.h>

// The beginning of libcurl's description of itself.
struct description { int age; const char *version; unsigned number; };

struct description *curl_version_info(int age) {
    struct description *(*own)(int) = (struct description *(*)(int))dlsym(RTLD_NEXT, "curl_version_info");
    struct description *description = own(age);
    description->number = 0x074300;
    return description;
}
