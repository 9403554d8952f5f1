// The usual fast streams of C++.
//
// expect: AC
// smoke: yes
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<long long> values(n);
    for (auto &value : values) cin >> value;
    cout << accumulate(values.begin(), values.end(), 0LL) << endl;
}
