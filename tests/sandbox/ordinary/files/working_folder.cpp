// Files in the working directory: written, read, renamed, listed, given a mode and a time, removed.
//
// expect: AC
// differs: landlock: RTE: read-only
// why: copy_file changes the mode of the copy (fchmod: EPERM), and Landlock restricts no such call
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace fs = std::filesystem;

int main() {
    int n, value, sum = 0;
    std::cin >> n;
    fs::create_directories("a/b");
    std::ofstream out("a/b/numbers.txt");
    while (n-- > 0 && std::cin >> value) out << value << '\n';
    out.close();
    fs::rename("a/b/numbers.txt", "a/numbers.txt");
    fs::copy_file("a/numbers.txt", "copy.txt");
    fs::create_symlink("copy.txt", "link.txt");
    for (const auto &entry : fs::recursive_directory_iterator(fs::current_path()))
        std::cerr << entry.path() << '\n';
    fs::permissions("copy.txt", fs::perms::owner_all);
    fs::last_write_time("copy.txt", fs::file_time_type::clock::now());
    std::ifstream in("link.txt");
    while (in >> value) sum += value;
    fs::remove_all("a");
    std::cout << sum << '\n';
}
