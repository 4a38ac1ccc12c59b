package symbols

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"threadlens/model"
)

const (
	idA = "aa00000000000000000000000000000000000001"
	idB = "bb00000000000000000000000000000000000002"
)

// traceOf is a trace with one stack of frames of the module, the innermost first.
func traceOf(m model.Module, frames ...model.Frame) *model.Trace {
	t := &model.Trace{Info: &model.Info{OS: model.OS{Family: "linux"}, Modules: []model.Module{m}}, Tables: &model.Tables{}}
	id := model.NoStack
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		f.Module, f.Kernel = t.Tables.Strings.ID(m.Name), m.Kernel
		id = t.Tables.Stacks.Push(id, f)
	}
	return t
}

// offsets are frames at offsets of a file.
func offsets(t *model.Trace, texts ...string) *model.Trace {
	m := t.Info.Modules[0]
	var frames []model.Frame
	for _, text := range texts {
		frames = append(frames, model.Frame{Addr: 0x7f0000000000, Name: t.Tables.Strings.ID(text)})
	}
	tr := traceOf(m, frames...)
	names := t.Tables.Strings.Clone()
	names.ID(m.Name)
	tr.Tables.Stacks = model.Stacks{}
	id := model.NoStack
	for i := len(frames) - 1; i >= 0; i-- {
		frames[i].Module = names.ID(m.Name)
		id = tr.Tables.Stacks.Push(id, frames[i])
	}
	tr.Tables.Strings = names
	return tr
}

// resolved are the names of the frames, the innermost first, and the module.
func resolved(t *testing.T, tr *model.Trace, paths ...string) (string, model.Module) {
	t.Helper()
	n, err := Resolve(context.Background(), tr, Options{Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range n.Tables.Stacks.Frames(model.StackID(n.Tables.Stacks.Len())) {
		names = append(names, n.String(f.Name))
	}
	return strings.Join(names, " "), n.Info.Modules[0]
}

// TestCodeSegment: an address of a file is that of its code, though a segment of data
// has the same bytes, as in files whose segments share pages.
func TestCodeSegment(t *testing.T) {
	load := func(flags elf.ProgFlag, off, size, addr uint64) *elf.Prog {
		return &elf.Prog{ProgHeader: elf.ProgHeader{Type: elf.PT_LOAD, Flags: flags, Off: off, Filesz: size, Vaddr: addr}}
	}
	stack := &elf.Prog{ProgHeader: elf.ProgHeader{Type: elf.PT_GNU_STACK, Flags: elf.PF_R | elf.PF_X, Filesz: 0x9000, Vaddr: 0x7000000}}
	im := &image{elf: &elf.File{Progs: []*elf.Prog{
		stack, load(elf.PF_R, 0, 0x2000, 0x400000), load(elf.PF_R|elf.PF_X, 0x1000, 0x1000, 0x601000), load(elf.PF_R|elf.PF_W, 0x1800, 0x1000, 0x802800),
	}}}
	for offset, want := range map[uint64]uint64{0xfff: 0, 0x1000: 0x601000, 0x1900: 0x601900, 0x1fff: 0x601fff, 0x2000: 0} {
		if got, ok := im.address(offset); got != want || ok != (want != 0) {
			t.Errorf("offset %#x is at %#x, want %#x", offset, got, want)
		}
	}
}

// functions are those of the composed files.
var functions = []elf.Symbol{
	function("worker", codeAddr+0x100, 0x80, elf.STB_GLOBAL, elf.STT_FUNC),
	function("w", codeAddr+0x100, 0, elf.STB_GLOBAL, elf.STT_FUNC), // a known size counts more than a short name
	function("_ZN4lock7acquireEv", codeAddr+0x180, 0x80, elf.STB_LOCAL, elf.STT_FUNC),
	function("alias", codeAddr+0x180, 0x80, elf.STB_WEAK, elf.STT_NOTYPE),
	function("$x", codeAddr+0x300, 0, elf.STB_LOCAL, elf.STT_NOTYPE),
	function("data", codeAddr+0x400, 8, elf.STB_GLOBAL, elf.STT_OBJECT),
}

// TestFiles finds the same function in files at all possible places, and ignores another build.
func TestFiles(t *testing.T) {
	prog := model.Module{Name: "prog", Path: "/opt/app/prog", BuildID: idA}
	for _, c := range []struct {
		name   string
		module model.Module
		files  func(t *testing.T, dir string) (paths []string)
		want   string // names, source below the folder
		source string
		says   string
	}{
		{"a folder", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"big endian", prog, func(t *testing.T, dir string) []string {
			(&composed{order: binary.BigEndian, buildID: idA, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"32 bits", prog, func(t *testing.T, dir string) []string {
			(&composed{class: elf.ELFCLASS32, buildID: idA, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"32 bits, big endian", prog, func(t *testing.T, dir string) []string {
			(&composed{order: binary.BigEndian, class: elf.ELFCLASS32, buildID: idA, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"the build id in a segment", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, idAlone: true, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"the code that the kernel lends", model.Module{Name: "[vdso]", Path: "[vdso]", BuildID: idA}, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions}).write(t, dir, ".build-id", idA[:2], idA[2:], "vdso")
			return []string{dir}
		}, "lock::acquire worker", ".build-id/aa/00000000000000000000000000000000000001/vdso", ""},
		{"the root of a system", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions}).write(t, dir, "opt", "app", "prog")
			return []string{dir}
		}, "lock::acquire worker", "opt/app/prog", ""},
		{"a file of another name", prog, func(t *testing.T, dir string) []string {
			return []string{(&composed{buildID: idA, symtab: functions}).write(t, dir, "renamed")}
		}, "lock::acquire worker", "renamed", ""},
		{"no build id", model.Module{Name: "prog", Path: "/opt/app/prog"}, func(t *testing.T, dir string) []string {
			(&composed{symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog", ""},
		{"another build", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idB, symtab: functions}).write(t, dir, "prog")
			return []string{dir}
		}, "+0x1190 +0x1110", "", "is from another build"},
		{"a folder of build ids", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions}).write(t, dir, ".build-id", idA[:2], idA[2:], "elf")
			return []string{dir}
		}, "lock::acquire worker", ".build-id/aa/00000000000000000000000000000000000001/elf", ""},
		{"debugging symbols by build id", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, dynsym: functions[:1]}).write(t, dir, "prog")
			(&composed{buildID: idA, symtab: functions, debugOnly: true}).write(t, dir, ".build-id", idA[:2], idA[2:]+".debug")
			return []string{dir}
		}, "lock::acquire worker", ".build-id/aa/00000000000000000000000000000000000001.debug", ""},
		{"debugging symbols by link", prog, func(t *testing.T, dir string) []string {
			debug := composed{order: binary.LittleEndian, symtab: functions, debugOnly: true}
			debug.write(t, dir, ".debug", "prog.dbg")
			(&composed{buildID: idA, link: "prog.dbg", crc: crc32.ChecksumIEEE(debug.bytes()), dynsym: functions[:1]}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", ".debug/prog.dbg", ""},
		{"a link to other symbols", prog, func(t *testing.T, dir string) []string {
			(&composed{symtab: functions, debugOnly: true}).write(t, dir, ".debug", "prog.dbg")
			(&composed{buildID: idA, link: "prog.dbg", crc: 1, dynsym: functions[:1]}).write(t, dir, "prog")
			return []string{dir}
		}, "+0x1190 worker", "prog", "contains only the names of exported functions"},
		{"a link to symbols of the same build", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions, debugOnly: true}).write(t, dir, "prog.dbg")
			(&composed{buildID: idA, link: "prog.dbg", crc: 1, dynsym: functions[:1]}).write(t, dir, "prog")
			return []string{dir}
		}, "lock::acquire worker", "prog.dbg", ""},
		{"a link to symbols of another build", prog, func(t *testing.T, dir string) []string {
			debug := composed{order: binary.LittleEndian, buildID: idB, symtab: functions, debugOnly: true}
			debug.write(t, dir, "prog.dbg")
			(&composed{buildID: idA, link: "prog.dbg", crc: crc32.ChecksumIEEE(debug.bytes()), dynsym: functions[:1]}).write(t, dir, "prog")
			return []string{dir}
		}, "+0x1190 worker", "prog", "contains only the names of exported functions"},
		{"debugging symbols alone", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA, symtab: functions, debugOnly: true}).write(t, dir, "prog.debug")
			return []string{dir}
		}, "+0x1190 +0x1110", "", "the executable or library itself is needed too"},
		{"stripped", prog, func(t *testing.T, dir string) []string {
			(&composed{buildID: idA}).write(t, dir, "prog")
			return []string{dir}
		}, "+0x1190 +0x1110", "", "has no function names"},
		{"another kind of file", prog, func(t *testing.T, dir string) []string {
			if err := os.WriteFile(filepath.Join(dir, "prog"), []byte("#!/bin/sh\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return []string{dir}
		}, "+0x1190 +0x1110", "", "is not an ELF file"},
		{"another kind of file, of which nobody said that it is the right one", prog, func(t *testing.T, dir string) []string {
			writeText(t, dir, "else", "#!/bin/sh\n")
			return []string{filepath.Join(dir, "else")}
		}, "+0x1190 +0x1110", "", "Add the file prog with the build ID " + idA + " to the symbol paths."},
		{
			"nothing", prog, func(t *testing.T, dir string) []string { return []string{dir, filepath.Join(dir, "none")} },
			"+0x1190 +0x1110", "", "the file prog with the build ID " + idA,
		},
		{
			"no file at all",
			model.Module{Name: "[heap]", Path: "[heap]"},
			func(*testing.T, string) []string { return nil },
			"+0x1190 +0x1110", "", "The module is not a file",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			tr := offsets(traceOf(c.module), "+0x1190", "+0x1110")
			got, m := resolved(t, tr, c.files(t, dir)...)
			source := ""
			if c.source != "" {
				source = filepath.Join(dir, filepath.FromSlash(c.source))
			}
			if got != c.want || m.Symbols != source || (c.says == "") != (m.Missing == "") || !strings.Contains(m.Missing, c.says) ||
				strings.HasPrefix(c.says, "Add ") && m.Missing != c.says {
				t.Errorf("%q of %s: %q", got, m.Symbols, m.Missing)
			}
			if _, f := tr.Tables.Stacks.Node(2); tr.String(f.Name) != "+0x1190" || tr.Info.Modules[0] != c.module {
				t.Error("the trace itself has changed")
			}
		})
	}
}

// TestCalls: a frame that called another is looked up at the call, since another function may begin
// after it.
func TestCalls(t *testing.T) {
	dir := t.TempDir()
	(&composed{buildID: idA, symtab: functions}).write(t, dir, "prog")
	tr := offsets(traceOf(model.Module{Name: "prog", Path: "/prog", BuildID: idA}), "+0x1180", "+0x1180")
	if got, _ := resolved(t, tr, dir); got != "lock::acquire worker" {
		t.Error(got)
	}
}

// TestCallIntoKernel: an instruction that enters the kernel is not a call after which the next
// function could begin: the address is used unchanged. The kernel's own functions call each other.
func TestCallIntoKernel(t *testing.T) {
	dir := t.TempDir()
	(&composed{buildID: idA, symtab: functions}).write(t, dir, "prog")
	writeText(t, dir, "kallsyms", kallsyms)
	tr := offsets(traceOf(model.Module{Name: "prog", Path: "/prog", BuildID: idA}), "+0x1180", "+0x1180")
	names := tr.Tables.Strings.Clone()
	kernel := names.ID("kernel")
	tr.Info.Modules = append(tr.Info.Modules, model.Module{Name: "kernel", Kernel: true})
	id := model.StackID(tr.Tables.Stacks.Len())
	for range 2 {
		id = tr.Tables.Stacks.Push(id, model.Frame{Addr: 0xffffffff81000200, Module: kernel, Kernel: true})
	}
	tr.Tables.Strings = names
	if got, _ := resolved(t, tr, dir); got != "schedule helper lock::acquire worker" {
		t.Error(got)
	}
}

// TestNamedBefore: for a trace that came with names, what the module states about them stays unless
// a file has more.
func TestNamedBefore(t *testing.T) {
	const told, missing = "the trace itself", "as it was told"
	for _, c := range []struct {
		told, file       string // none, other functions, that of one frame, or all
		symbols, missing string // FILE for the file
	}{
		{told, "none", told, missing},
		{told, "other", told, missing},
		{told, "one", "FILE", "The file contains only the names of exported functions. For the other names, add the file's debugging symbols to the symbol paths."},
		{told, "all", "FILE", ""},
		{"", "none", "", "Add the file prog with the build ID " + idA + " to the symbol paths."},
		{"", "other", "FILE", "The file contains only the names of exported functions. For the other names, add the file's debugging symbols to the symbol paths."},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "prog")
		switch c.file {
		case "other":
			(&composed{buildID: idA, dynsym: []elf.Symbol{function("other", codeAddr+0x800, 16, elf.STB_GLOBAL, elf.STT_FUNC)}}).write(t, path)
		case "one":
			(&composed{buildID: idA, dynsym: functions[:1]}).write(t, path)
		case "all":
			(&composed{buildID: idA, symtab: functions}).write(t, path)
		}
		m := model.Module{Name: "prog", Path: "/prog", BuildID: idA, Symbols: c.told}
		if c.told != "" {
			m.Missing = missing
		}
		_, got := resolved(t, offsets(traceOf(m), "+0x1190", "+0x1110"), dir)
		if want := strings.Replace(c.symbols, "FILE", path, 1); got.Symbols != want || got.Missing != c.missing {
			t.Errorf("told %q, with %s in the file: %q, %q", c.told, c.file, got.Symbols, got.Missing)
		}
	}
}

// TestRunningKernel: the running kernel's functions are used for a trace of the same kernel,
// recorded here, and never for another trace.
func TestRunningKernel(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("has no /proc/kallsyms")
	}
	dir := t.TempDir()
	running := runningKernel{filepath.Join(dir, "notes"), filepath.Join(dir, "osrelease"), filepath.Join(dir, "symbols")}
	id, err := hex.DecodeString(idA)
	if err != nil {
		t.Fatal(err)
	}
	notes := append([]byte("\x04\x00\x00\x00\x14\x00\x00\x00\x03\x00\x00\x00GNU\x00"), id...)
	for path, text := range map[string]string{running.notes: string(notes), running.version: "6.1-test\n", running.kallsyms: kallsyms} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		local   bool
		os      model.OS
		buildID string
		read    bool
	}{
		{"recorded here", true, model.OS{Family: "linux"}, idA, true},
		{"recorded elsewhere", false, model.OS{Family: "linux"}, idA, false},
		{"another build", true, model.OS{Family: "linux", Version: "6.1-test"}, idB, false},
		{"another system", true, model.OS{Family: "windows", Version: "6.1-test"}, idA, false},
		{"no build id, the same release", true, model.OS{Family: "linux", Version: "6.1-test"}, "", true},
		{"no build id, the same release, recorded elsewhere", false, model.OS{Family: "linux", Version: "6.1-test"}, "", false},
		{"no build id, another release", true, model.OS{Family: "linux", Version: "6.2-test"}, "", false},
		{"no build id, no release", true, model.OS{Family: "linux"}, "", false},
	} {
		info := &model.Info{OS: c.os, Modules: []model.Module{{Name: "kernel", Kernel: true, BuildID: c.buildID}}}
		s := newSearch(Options{Local: c.local}, info)
		s.running = running
		n, missing := s.kernelNames(info)
		switch {
		case c.read && (n == nil || n.source != running.kallsyms || missing != ""):
			t.Errorf("%s: not read: %s", c.name, missing)
		case !c.read && (n != nil || strings.Contains(missing, dir) || !strings.HasPrefix(missing, "Add ")):
			t.Errorf("%s: it is asked: %s", c.name, missing)
		}
		// Where the kernel hides its addresses, the hint names the file, if it was consulted.
		s.running.kallsyms = filepath.Join(dir, "none")
		if _, missing := s.kernelNames(info); strings.HasPrefix(missing, s.running.kallsyms) != c.read {
			t.Errorf("%s, without its symbols: %s", c.name, missing)
		}
	}
}

// writeText puts a text into a file.
func writeText(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestKernel(t *testing.T) {
	dir := t.TempDir()
	kernel := model.Module{Name: "kernel", Path: "[kernel.kallsyms]", Kernel: true, Base: 0xffffffff81000000, Size: 0x1000}
	frames := []model.Frame{{Addr: 0xffffffff81000110}, {Addr: 0xffffffff81000210}}
	if got, m := resolved(t, traceOf(kernel, frames...), dir); got != " " || !strings.Contains(m.Missing, "/proc/kallsyms") {
		t.Errorf("%q: %s", got, m.Missing)
	}
	writeText(t, dir, "kallsyms", kallsyms)
	if got, m := resolved(t, traceOf(kernel, frames...), dir); got != "helper schedule" || m.Missing != "" {
		t.Errorf("%q: %s", got, m.Missing)
	}
	kernel.Size = 0x2000
	if got, m := resolved(t, traceOf(kernel, frames...), dir); got != " " || !strings.Contains(m.Missing, "another kernel") {
		t.Errorf("%q: %s", got, m.Missing)
	}
	vmlinux := composed{buildID: idA, symtab: append([]elf.Symbol{function("_text", codeAddr, 0, elf.STB_GLOBAL, elf.STT_NOTYPE)}, functions...)}
	image := vmlinux.write(t, dir, "vmlinux-6.1")
	kernel.BuildID = idA
	if got, _ := resolved(t, traceOf(kernel, frames...), image); got != "worker " {
		t.Errorf("vmlinux: %q", got)
	}
	kernel.BuildID = idB
	if got, m := resolved(t, traceOf(kernel, frames...), image); got != " " || !strings.Contains(m.Missing, "another kernel") {
		t.Errorf("%q: %s", got, m.Missing)
	}

	stripped := (&composed{buildID: idB}).write(t, dir, "vmlinux-6.2")
	if got, m := resolved(t, traceOf(kernel, frames...), stripped); got != " " || !strings.Contains(m.Missing, "has no kernel function names") {
		t.Errorf("a kernel without symbols: %q: %s", got, m.Missing)
	}
}

func TestMaps(t *testing.T) {
	dir := t.TempDir()
	code := model.Module{Name: "perf-7.map", Path: "/tmp/perf-7.map"}
	if got, m := resolved(t, traceOf(code, model.Frame{Addr: 0x1010}), dir); got != "" || !strings.HasPrefix(m.Missing, "The code was generated at run time: the program can list its functions in /tmp/perf-7.map ") {
		t.Errorf("%q: %s", got, m.Missing)
	}
	writeText(t, dir, "perf-8.map", "1000 20 Another.run\n")
	if got, _ := resolved(t, traceOf(code, model.Frame{Addr: 0x1010}), filepath.Join(dir, "perf-8.map")); got != "" {
		t.Errorf("with the file of another program: %q", got)
	}
	writeText(t, dir, "perf-7.map", "1000 20 Main.run\n")
	if got, m := resolved(t, traceOf(code, model.Frame{Addr: 0x1010}), dir); got != "Main.run" || m.Missing != "" {
		t.Errorf("%q: %s", got, m.Missing)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := offsets(traceOf(model.Module{Name: "prog", Path: "/prog"}), "+0x10")
	if _, err := Resolve(ctx, tr, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := Resolve(ctx, &model.Trace{Info: &model.Info{}, Tables: &model.Tables{}}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("of a trace without modules: error %v", err)
	}
}
