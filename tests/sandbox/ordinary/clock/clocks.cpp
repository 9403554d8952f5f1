// Ends a random search by the clock: clock(), chrono, clock_gettime, gettimeofday, times, rdtsc.
//
// expect: AC
#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <thread>

int main() {
    using namespace std::chrono;
    const auto start = steady_clock::now();
    const clock_t begin = clock();
    while (steady_clock::now() - start < 20ms) {}
    struct timespec at, resolution;
    struct timeval today;
    struct rusage used;
    struct tms counts;
    for (clockid_t id : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                         CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME})
        if (clock_gettime(id, &at) || clock_getres(id, &resolution)) return 1;
    if (gettimeofday(&today, nullptr) || getrusage(RUSAGE_SELF, &used)) return 2;
    if (times(&counts) == static_cast<clock_t>(-1)) return 3;
    if (clock() == begin || today.tv_sec < 1'600'000'000 || time(nullptr) < 1'600'000'000) return 4;
    std::this_thread::sleep_for(20ms);
#if defined(__x86_64__)
    if (__builtin_ia32_rdtsc() == 0) return 5;
#endif
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
