#!/bin/sh
# Runs checks.py, and the tests of the sandbox, in a virtual machine with a stock Debian kernel and
# nothing but control groups version 2. README.md beside this file says what it needs.
#
#   run.sh WORK_FOLDER all
#   run.sh WORK_FOLDER checks [NAME]...
#   run.sh WORK_FOLDER tests [PYTEST_ARGUMENT]...
#   run.sh WORK_FOLDER sh COMMAND
set -eu

here=$(cd "$(dirname "$0")" && pwd)
judge=$(cd "$here/../../.." && pwd)
[ $# -ge 1 ] || { echo "usage: $0 WORK_FOLDER [all|checks NAME...|tests ARGUMENT...|sh COMMAND]" >&2; exit 2; }
mkdir -p "$1"
work=$(cd "$1" && pwd)
shift
what=${1:-all}
[ $# -eq 0 ] || shift

: "${MIRROR:=http://deb.debian.org/debian}" "${SUITE:=bookworm}" "${MEMORY_MIB:=4096}" "${CORES:=2}"
: "${TIMEOUT_S:=1800}" "${PYTHON:=python3}" "${ACCELERATOR:=tcg}"
root=$work/root
export TMPDIR="$work/tmp"
mkdir -p "$TMPDIR"

for tool in debootstrap qemu-system-x86_64 mke2fs cpio gzip timeout "$PYTHON"; do
    command -v "$tool" >/dev/null || {
        echo "missing: $tool (apt-get install debootstrap qemu-system-x86 e2fsprogs cpio python3-pip)" >&2
        exit 2
    }
done
[ "$(id -u)" = 0 ] || { echo "debootstrap needs root" >&2; exit 2; }

# ---- once: a small Debian, its kernel, and what the judge imports

if [ ! -e "$work/root.done" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include=python3,gcc,g++,libc6-dev,kmod,busybox-static \
        "$SUITE" "$root" "$MIRROR" >"$work/debootstrap.log" 2>&1 ||
        { tail "$work/debootstrap.log" >&2; exit 2; }
    touch "$work/root.done"
fi

if [ ! -e "$work/kernel.done" ]; then
    rm -rf "$root/kernel"
    mkdir "$root/kernel"
    # Unpacked, not installed: installing would build a boot loader and an initial disk as well.
    chroot "$root" sh -ec '
        package=$(apt-cache depends linux-image-amd64 | sed -n "s/^ *Depends: \(linux-image-[0-9].*\)/\1/p")
        cd /kernel
        apt-get -o APT::Sandbox::User=root download "$package" >/dev/null
        dpkg -x linux-image-*.deb .
        rm linux-image-*.deb
        depmod -b /kernel "$(ls lib/modules)"'
    cp "$root"/kernel/boot/vmlinuz-* "$work/vmlinuz"
    touch "$work/kernel.done"
fi

packages="typer pyyaml ruamel.yaml psutil hypothesis pytest pytest-xdist"
if [ ! -e "$work/packages.done" ]; then
    version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    abi=cp$(echo "$version" | tr -d .)
    rm -rf "$root"/usr/local/lib/python3*/dist-packages
    # shellcheck disable=SC2086  # a list of words
    "$PYTHON" -m pip install -q --only-binary=:all: --python-version "$version" --implementation cp \
        --abi "$abi" --abi abi3 --abi none --root-user-action ignore --disable-pip-version-check \
        --target "$root/usr/local/lib/python$version/dist-packages" $packages 2>"$work/pip.log" ||
        { cat "$work/pip.log" >&2; exit 2; }
    touch "$work/packages.done"
fi

# ---- an initial disk that finds the real one

kernel=$(ls "$root/kernel/lib/modules")
rm -rf "$work/initrd"
mkdir -p "$work/initrd/modules" "$work/initrd/new" "$work/initrd/proc"
cp "$root/bin/busybox" "$work/initrd/busybox"
number=100
for module in virtio_pci virtio_blk ext4 crc32c_generic; do
    for file in $(chroot "$root" modprobe -S "$kernel" -d /kernel --show-depends "$module" | sed -n 's/^insmod //p'); do
        [ -e "$work/initrd/$(basename "$file")" ] && continue
        cp "$root$file" "$work/initrd/modules/$number-$(basename "$file")"
        number=$((number + 1))
    done
done
cat >"$work/initrd/init" <<'END'
#!/busybox sh
for module in /modules/*; do /busybox insmod "$module" 2>/dev/null; done
tries=0
/busybox mkdir -p /dev
/busybox mount -t devtmpfs dev /dev
until /busybox mount -t ext4 /dev/vda /new || [ $tries = 50 ]; do
    tries=$((tries + 1)); /busybox sleep 0.1
done 2>/dev/null
exec /busybox switch_root /new /opt/boot
END
chmod 755 "$work/initrd/init"
(cd "$work/initrd" && find . | cpio --quiet -o -H newc | gzip -1) >"$work/initrd.gz"

# ---- this judge, and what to do with it

rm -rf "$root/opt/judge"
mkdir -p "$root/opt/judge"
(cd "$judge" && tar -cf - --exclude=.git --exclude=.venv --exclude='.*_cache' --exclude=__pycache__ \
    judge.py pyproject.toml judging tests) | tar -xf - --no-same-owner -C "$root/opt/judge"
chmod -R a+rX "$root/opt/judge"
cat >"$root/opt/boot" <<'END'
#!/bin/sh
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mkdir -p /dev/shm /dev/pts
mount -t tmpfs shm /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
# As systemd mounts it.
mount -t cgroup2 -o nsdelegate,memory_recursiveprot cgroup2 /sys/fs/cgroup
busybox ip link set lo up
hostname vm
echo "-----start-----"
sh /opt/todo
echo "-----end $?-----"
busybox sync
busybox poweroff -f
END
chmod 755 "$root/opt/boot"

quoted=
for word in "$@"; do quoted="$quoted '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"; done
checks='python3 /opt/judge/tests/sandbox/vm/checks.py'
tests="python3 -m pytest -q -p no:cacheprovider tests/sandbox $quoted"
case $what in
checks) todo="$checks $quoted" ;;
tests) todo=$tests ;;
all) todo="$checks && $tests" ;;
sh) todo=$* ;;
*) echo "checks, tests, all or sh; not '$what'" >&2; exit 2 ;;
esac
printf 'cd /opt/judge\n%s\n' "$todo" >"$root/opt/todo"

rm -f "$work/disk"
truncate -s 3G "$work/disk"
mke2fs -q -t ext4 -E root_owner=0:0 -O ^has_journal -d "$root" "$work/disk"

# ---- and boot

# Emulated unless asked otherwise: a /dev/kvm inside another virtual machine may be there and hang.
cpu=max
[ "$ACCELERATOR" = kvm ] && cpu=host
echo "kernel $kernel, accelerator $ACCELERATOR"
rm -f "$work/console"
nice timeout "$TIMEOUT_S" qemu-system-x86_64 -accel "$ACCELERATOR" -cpu "$cpu" -smp "$CORES" \
    -m "$MEMORY_MIB" -nographic -no-reboot -nic none -kernel "$work/vmlinuz" -initrd "$work/initrd.gz" \
    -drive "file=$work/disk,format=raw,if=virtio,cache=unsafe" \
    -append "console=ttyS0 loglevel=1 panic=-1 mitigations=off" | tee "$work/console" | sed -u 's|\r||g'
grep -q '^-----end 0-----' "$work/console"
