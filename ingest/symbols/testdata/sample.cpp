// The functions of the images and files of symbols beside this file, for tests. They
// were made in the folder /build with clang and lld 14, for each TARGET and NAME of
// x86_64 sample64 (the last option only there), i686 sample32, aarch64 samplearm:
//
//	clang --target=TARGET-pc-windows-msvc -O1 -g -gcodeview -fno-exceptions -ffunction-sections -fdebug-compilation-dir=. -c sample.cpp -o NAME.obj
//	lld-link /dll /nodefaultlib /safeseh:no /entry:entry /debug /Brepro /pdbaltpath:NAME.pdb /export:other=else.there /export:numbered,@9,noname [/export:split] /out:NAME.dll NAME.obj
//	gzip -9n NAME.pdb

namespace work {
struct Queue {
  int n;
  __declspec(noinline) int take(int x);
  ~Queue();
};
template <class T> __declspec(noinline) T twice(T x) { volatile T y = x; return y + y; }
namespace { __declspec(noinline) int inner(int x) { volatile int y = x; return y * 5; } }
}

volatile int sink;
int work::Queue::take(int x) { sink = x; return n + sink + inner(x); }
work::Queue::~Queue() { sink = n; }
static __declspec(noinline) int hidden(int x) { sink = x; int y = sink; sink = y * 3; return y + sink; }

extern "C" {
__declspec(dllexport) __declspec(noinline) int exported(int x) {
  work::Queue q;
  q.n = x;
  return q.take(hidden(x)) + work::twice(x);
}
__declspec(dllexport) int leaf(int x) { return x + 1; }
int numbered(int x) { return x - 1; }
__declspec(dllexport) int SleepEx(int x) { return sink; } // as in KernelBase.dll
__declspec(dllexport) int sinkAddress = 1;
#ifdef __x86_64__
// A function of which a part has unwind information of its own.
void split();
__asm__(".section .text,\"xr\",one_only,split\n"
        ".globl split\n.p2align 4\nsplit:\n.seh_proc split\n"
        "subq $40, %rsp\n.seh_stackalloc 40\n.seh_endprologue\n"
        "callq leaf\njmp .Lpart\n.Lback:\naddq $40, %rsp\nretq\n"
        ".seh_startchained\n.seh_endprologue\n.Lpart:\nxorl %eax, %eax\njmp .Lback\n.seh_endchained\n.seh_endproc\n");
#endif
int __stdcall entry(void *, unsigned, void *) {
#ifdef __x86_64__
  split();
#endif
  return exported(1) + leaf(2) + sinkAddress + numbered(1) + SleepEx(1);
}
}
