package classify

import (
	"strings"
	"testing"
)

func TestNormalModule(t *testing.T) {
	for in, want := range map[string]string{
		"ntdll.dll": "ntdll", "KernelBase.DLL": "kernelbase", "mscorlib.ni.dll": "mscorlib", "System.Core.ni.dll": "system.core",
		"ntoskrnl.exe": "kernel", "[kernel.kallsyms]": "kernel", "vmlinux": "kernel", "nt": "kernel", "win32k.sys": "win32k",
		"/usr/lib/x86_64-linux-gnu/libc-2.31.so": "libc", "libc.so.6": "libc", "libstdc++.so.6.0.28": "libstdc++",
		`C:\Windows\System32\rpcrt4.dll`: "rpcrt4", "libglib-2.0.so.0": "libglib", "App": "app", "": "", "[vdso]": "[vdso]",
		"my.solution": "my.solution", ".so": ".so",
	} {
		if got := normalModule(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestNormalFunction(t *testing.T) {
	for in, want := range map[string]string{
		"read":     "read",
		"foo+0x1c": "foo",
		"+0x1c":    "",
		"std::vector<int, std::allocator<int>>::push_back(int const&)": "std::vector::push_back",
		"WKS::GCHeap::Alloc(unsigned long, unsigned int)":              "WKS::GCHeap::Alloc",
		"(anonymous namespace)::wait(int)":                             "(anonymous namespace)::wait",
		"a::(anonymous namespace)::b<c>(d)":                            "a::(anonymous namespace)::b",
		"Foo::operator()(int)":                                         "Foo::operator()(int)",
		"sync.(*Mutex).Lock":                                           "sync.(*Mutex).Lock",
		"main.work[...]":                                               "main.work",
		"main.Map[go.shape.string,go.shape.int].Get":                   "main.Map.Get",
		"do_poll.constprop.0":                                          "do_poll",
		"io_schedule.part.0.cold":                                      "io_schedule",
		"foo [clone .isra.3]":                                          "foo",
		"read@plt":                                                     "read",
		"pthread_cond_wait@@GLIBC_2.3.2":                               "pthread_cond_wait",
		"__imp_Sleep":                                                  "Sleep",
		"Ljava/lang/Thread;::sleep":                                    "java.lang.Thread.sleep",
		"System.Threading.Monitor.Enter(System.Object)":                "System.Threading.Monitor.Enter",
		"Dictionary`2.Resize":                                          "Dictionary`2.Resize",
		"<unknown":                                                     "",
		"f(":                                                           "f",
		"f@4":                                                          "f",
		"@fast@8":                                                      "@fast@8",
		" [clone .cold]":                                               " ",
	} {
		if got, module := normalFunction(in); got != want || module != "" {
			t.Errorf("%q: %q of %q, want %q", in, got, module, want)
		}
	}
	f, m := normalFunction("instance bool [System.Private.CoreLib] System.Threading.Monitor::Wait(object,int32)[Tier0]")
	if f != "System.Threading.Monitor.Wait" || m != "system.private.corelib" {
		t.Errorf("a method of .NET: %q of %q", f, m)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		glob, name string
		want       bool
	}{
		{"read", "read", true},
		{"read", "read1", false},
		{"read*", "read", true},
		{"read*", "readv", true},
		{"*read", "pread", true},
		{"*gc_heap*::*wait*", "WKS::gc_heap::wait_for_gc_done", true},
		{"*gc_heap*::*wait*", "WKS::gc_heap::mark", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"*", "", true},
		{"", "", true},
		{"", "a", false},
		{"a*b*c", "aXbYbc", true},
		{"a*b*c", "aXcYb", false},
	} {
		if got := glob(c.glob).match(c.name); got != c.want {
			t.Errorf("%q and %q: %v", c.glob, c.name, got)
		}
	}
	// A case that is slow with naive matching ends soon here.
	if glob(strings.Repeat("a*", 50) + "b").match(strings.Repeat("a", 4000)) {
		t.Error("no b in it")
	}
}

// TestFilesAreWhole reads the files of the program: no line is broken, no rule is
// there twice, and every rule has frames and a note.
func TestFilesAreWhole(t *testing.T) {
	table, problems := builtInTable()
	for _, p := range problems {
		t.Error(p)
	}
	if len(table.rules) != len(table.byName) || len(table.rules) < 60 {
		t.Errorf("%d rules of %d names", len(table.rules), len(table.byName))
	}
	for _, r := range table.rules {
		if len(r.patterns) == 0 || r.Category().String() == "" || r.Platform == Any {
			t.Errorf("%s has %d frames on %v", r.Name, len(r.patterns), r.Platform)
		}
	}
}
