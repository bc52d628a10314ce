"""The headers that come with compilers and systems, and with no project.

Those of C (ISO/IEC 9899:2024, 7.1.2) and C++ (ISO/IEC 14882:2023, 16.4.2.3), of POSIX
(IEEE Std 1003.1-2024, "Headers"), of Linux and macOS, and those of Windows that
programs name themselves.
"""

from __future__ import annotations

from typing import Final

_C: Final = """
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h
math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h
stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h
uchar.h wchar.h wctype.h
"""
_CPP: Final = """
algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv
cfloat charconv chrono cinttypes ciso646 climits clocale cmath codecvt compare complex
concepts condition_variable coroutine csetjmp csignal cstdalign cstdarg cstdbool cstddef
cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype debugging deque
exception execution expected filesystem flat_map flat_set format forward_list fstream
functional future generator hazard_pointer initializer_list inplace_vector iomanip ios
iosfwd iostream istream iterator latch limits linalg list locale map mdspan memory
memory_resource mutex new numbers numeric optional ostream print queue random ranges
ratio rcu regex scoped_allocator semaphore set shared_mutex simd source_location span
spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf string
string_view strstream syncstream system_error text_encoding thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
cxxabi.h ext/stdio_filebuf.h experimental/filesystem experimental/optional
"""
_POSIX: Final = """
aio.h alloca.h ar.h byteswap.h cpio.h crt_externs.h cpuid.h devctl.h dirent.h dlfcn.h
elf.h endian.h err.h execinfo.h fcntl.h features.h fmtmsg.h fnmatch.h fts.h ftw.h
getopt.h glob.h grp.h iconv.h ifaddrs.h langinfo.h libgen.h libintl.h libproc.h link.h
malloc.h memory.h monetary.h mqueue.h ndbm.h netdb.h numa.h poll.h pthread.h pty.h pwd.h
regex.h resolv.h sched.h search.h semaphore.h spawn.h strings.h stropts.h syscall.h
sysexits.h syslog.h tar.h termio.h termios.h trace.h ucontext.h ulimit.h unistd.h
unwind.h util.h utime.h utmp.h utmpx.h values.h wait.h wordexp.h xlocale.h arm_neon.h
arm_sve.h emmintrin.h immintrin.h nmmintrin.h pmmintrin.h smmintrin.h tmmintrin.h
x86intrin.h xmmintrin.h wmmintrin.h altivec.h vecintrin.h mm_malloc.h omp.h
Availability.h AvailabilityMacros.h TargetConditionals.h libkern/OSAtomic.h
"""
_WINDOWS: Final = """
conio.h crtdbg.h dbghelp.h direct.h fileapi.h guiddef.h handleapi.h intrin.h io.h
iphlpapi.h mmsystem.h process.h processthreadsapi.h psapi.h sal.h sdkddkver.h share.h
shellapi.h shlobj.h shlwapi.h synchapi.h tchar.h timeapi.h tlhelp32.h versionhelpers.h
winbase.h windef.h windows.h winerror.h wininet.h winnt.h winsock.h winsock2.h winuser.h
ws2tcpip.h
"""
_OF_LANGUAGES: Final = frozenset(f"{_C}{_CPP}".split())
_NAMES: Final = _OF_LANGUAGES.union(_POSIX.split(), _WINDOWS.split())
#: What systems have in folders of their own.
_FOLDERS: Final = (
    *(
        "arpa/",
        "asm/",
        "asm-generic/",
        "linux/",
        "mach/",
        "machine/",
        "mach-o/",
        "net/",
    ),
    *("netinet/", "netpacket/", "os/", "sys/", "tr1/"),
)


def is_standard(header: str, *, quoted: bool = False) -> bool:
    """Tell whether a header comes with compilers or systems.

    :param header: its path as included; Windows does not care for case.
    :param quoted: whether it stands in quotation marks. Then only one of the languages
        themselves does: systems have theirs in angle brackets.
    """
    if quoted:
        return header in _OF_LANGUAGES
    is_known = header in _NAMES or header.lower() in _NAMES
    return is_known or header.startswith(_FOLDERS)
