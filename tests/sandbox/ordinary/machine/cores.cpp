// How many cores there are: at least one by every way to ask, and threads for all of them.
//
// expect: AC
#include <iostream>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>

int main() {
    cpu_set_t cores;
    if (sysconf(_SC_NPROCESSORS_ONLN) < 1 || sysconf(_SC_NPROCESSORS_CONF) < 1) return 1;
    if (sched_getaffinity(0, sizeof cores, &cores) || CPU_COUNT(&cores) < 1) return 2;
    if (sysconf(_SC_PHYS_PAGES) < 1 || sysconf(_SC_OPEN_MAX) < 16 || sched_getcpu() < 0) return 3;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); i++)
        threads.emplace_back([] { sched_yield(); });
    for (auto &thread : threads) thread.join();
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::cout << sum << '\n';
}
