// std::async, std::thread, a parallel algorithm's worth of futures, and thread_local values.
//
// expect: AC
#include <atomic>
#include <future>
#include <iostream>
#include <thread>
#include <vector>

thread_local int seen = 0;

int main() {
    int n;
    std::cin >> n;
    std::vector<int> values(n);
    for (int &value : values) std::cin >> value;
    std::vector<std::future<int>> parts;
    for (int i = 0; i < 4; i++)
        parts.push_back(std::async(std::launch::async, [&, i] {
            int sum = 0;
            for (int j = i; j < n; j += 4) sum += values[j], seen++;
            return sum;
        }));
    int sum = 0;
    for (auto &part : parts) sum += part.get();
    std::atomic<int> again = 0;
    std::vector<std::thread> threads;
    for (int value : values) threads.emplace_back([&again, value] { again += value; });
    for (auto &thread : threads) thread.join();
    if (seen != 0 || again != sum) return 1;
    std::cout << sum << '\n';
}
