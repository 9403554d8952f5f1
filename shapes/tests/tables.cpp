// Counts how often hash tables compare keys. `tables buckets N` prints how many buckets unordered_map
// has as it grows to N keys; `tables` reads keys and prints the comparisons of each table.
#include <cstdint>
#include <cstdlib>
#include <ext/pb_ds/assoc_container.hpp>
#include <iostream>
#include <unordered_map>
#include <vector>

static long long comparisons;
struct Same {
    bool operator()(long long a, long long b) const { return ++comparisons, a == b; }
};
struct Mixed {
    std::size_t operator()(std::uint64_t key) const noexcept {
        key = (key ^ key >> 31) * 0x9E3779B97F4A7C15u;
        return key ^ key >> 29;
    }
};
struct Plain {
    std::size_t operator()(long long key) const noexcept { return key; }
};

template <class Table> static void count(const char *name, const std::vector<long long> &keys) {
    Table table;
    comparisons = 0;
    for (long long key : keys) ++table[key];
    std::cout << name << ' ' << comparisons << '\n';
}

int main(int argc, char **argv) {
    if (argc > 2) {
        std::unordered_map<int, int> table;
        std::size_t before = table.bucket_count();
        for (int key = 0; key < std::atoi(argv[2]); ++key) {
            table[key];
            if (table.bucket_count() != before) std::cout << (before = table.bucket_count()) << '\n';
        }
        return 0;
    }
    std::vector<long long> keys;
    for (long long key; std::cin >> key;) keys.push_back(key);
    count<std::unordered_map<long long, int, std::hash<long long>, Same>>("unordered_map", keys);
    count<std::unordered_map<long long, int, Mixed, Same>>("unordered_map_mixed", keys);
    count<__gnu_pbds::gp_hash_table<long long, int, Plain, Same>>("gp_hash_table", keys);
    count<__gnu_pbds::gp_hash_table<long long, int, Mixed, Same>>("gp_hash_table_mixed", keys);
}
