package analysis

import (
	"strings"

	"threadlens/model"
)

// UserFrame reports whether a frame is code of the program, as far as the trace
// tells: not of the kernel, and not of a library of the system or of a runtime.
func UserFrame(t *model.Trace, f model.Frame) bool {
	return !f.Kernel && !SystemModule(t.String(f.Module))
}

// FunctionName is FrameName without where in the function the frame is.
func FunctionName(t *model.Trace, f model.Frame) string {
	name := FrameName(t, f)
	if i := strings.LastIndex(name, "+0x"); i > 0 && name[i-1] != '!' {
		return name[:i]
	}
	return name
}

// systemModules are modules of operating systems and runtimes, without their
// extension: what is in them is not the program's own code.
var systemModules = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`
		ntoskrnl ntkrnlmp ntkrnlpa hal win32k win32kbase win32kfull ntdll kernel32 kernelbase user32 gdi32
		gdi32full win32u advapi32 rpcrt4 combase ole32 oleaut32 msvcrt ucrtbase sechost ws2_32 mswsock shell32
		shlwapi comctl32 wow64 wow64win wow64cpu wow64base tcpip afd ntfs fltmgr ndis dxgkrnl dxgmms1 dxgmms2
		clr mscorwks coreclr clrjit mscoree mscoreei mscorlib mscorlib.ni system system.ni system.core
		system.private.corelib msvcp140 vcruntime140 vcruntime140_1 kernel [kernel.kallsyms] vmlinux [vdso]
		[vsyscall] libc libpthread ld-linux-x86-64 ld libm librt libdl libstdc++
		libgcc_s libjvm`) {
		set[name] = true
	}
	return set
}()

// SystemModule reports whether a module belongs to the system or a runtime.
func SystemModule(module string) bool {
	name := strings.ToLower(module)
	for _, end := range []string{".dll", ".exe", ".sys", ".so", ".drv"} {
		if i := strings.Index(name, end); i > 0 {
			name = name[:i]
			break
		}
	}
	name, _, _ = strings.Cut(name, "-2.") // the version of a C library's file
	return systemModules[name]
}
