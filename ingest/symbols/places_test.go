package symbols

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
)

// onLinux skips what depends on where Linux has its files.
func onLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("looks where Linux has its files")
	}
}

// placesIn are candidates in short form: a question mark for those that only a build id proves, and
// folders replaced by names.
func placesIn(list []candidate, names ...string) string {
	var lines []string
	for _, c := range list {
		line := c.path
		if c.proven {
			line += "?"
		}
		lines = append(lines, line)
	}
	return strings.NewReplacer(names...).Replace(strings.Join(lines, " "))
}

// candidates are paths as candidates that somebody named.
func candidates(paths []string) (list []candidate) {
	for _, p := range paths {
		list = append(list, candidate{p, false})
	}
	return list
}

// TestPlaces: where the file of a module is searched, in which order, and which of the places must
// be proven by a build id.
func TestPlaces(t *testing.T) {
	onLinux(t)
	dir, home := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	const folder = "DIR/opt/app/prog DIR/prog DIR/prog.debug"
	byID := func(root, id string) string {
		return strings.ReplaceAll(strings.ReplaceAll(" ROOT/.build-id/ID.debug? ROOT/.build-id/ID/elf? ROOT/.build-id/ID/vdso? ROOT/ID.debug? ROOT/ID/elf? ROOT/ID/vdso?", "ROOT", root), "ID", id)
	}
	for _, c := range []struct {
		name     string
		local    bool
		family   string
		path, id string
		want     string
	}{
		{"not here", false, "linux", "/opt/app/prog", "aabb", folder + byID("DIR", "aa/bb")},
		{"here", true, "linux", "/opt/app/prog (deleted)", "aabb", folder + byID("DIR", "aa/bb") + " /opt/app/prog?" + byID("HOME/.debug", "aa/bb") + byID("/usr/lib/debug", "aa/bb")},
		{"no file of its own", true, "linux", "prog", "aabb", "DIR/prog DIR/prog.debug" + byID("DIR", "aa/bb") + byID("HOME/.debug", "aa/bb") + byID("/usr/lib/debug", "aa/bb")},
		{"nothing proves what is here", true, "linux", "/opt/app/prog", "", folder},
		{"too short to be an id", true, "linux", "/opt/app/prog", "aab", folder + " /opt/app/prog?"},
		{"another system", true, "other", "/opt/app/prog", "aabb", folder + byID("DIR", "aa/bb")},
	} {
		files := []string{filepath.Join(dir, "x", "prog.debug"), filepath.Join(dir, "x", "else"), filepath.Join(dir, "x", "prog")}
		s := newSearch(Options{Paths: append(files, dir), Local: c.local}, &model.Info{OS: model.OS{Family: c.family}})
		got := placesIn(s.of(&model.Module{Path: c.path, BuildID: c.id}), dir, "DIR", home, "HOME")
		if want := "DIR/x/prog.debug DIR/x/else? DIR/x/prog " + c.want; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
	for local, want := range map[bool]string{false: "", true: " /usr/lib/debug/opt/app/prog.dbg"} {
		s := newSearch(Options{Paths: []string{dir}, Local: local}, &model.Info{})
		got := placesIn(candidates(s.linked("/opt/app/prog", "prog.dbg")), dir, "DIR")
		if want := "/opt/app/prog.dbg /opt/app/.debug/prog.dbg DIR/prog.dbg" + want; got != want {
			t.Errorf("linked:\n%s\nwant\n%s", got, want)
		}
	}
}

// TestKernelPlaces: where the functions of a kernel are searched.
func TestKernelPlaces(t *testing.T) {
	onLinux(t)
	dir, home := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	const given = "DIR/x/my-kallsyms.txt DIR/x/vmlinux-6"
	const folder = " DIR/kallsyms DIR/kallsyms.gz DIR/vmlinux"
	const byID = " DIR/.build-id/aa/bb.debug DIR/.build-id/aa/kallsyms DIR/.build-id/aa/bb/elf DIR/.build-id/aa/bb/kallsyms DIR/.build-id/aa/bb/vdso DIR/.build-id/aa/bb/kallsyms" +
		" DIR/aa/bb.debug DIR/aa/kallsyms DIR/aa/bb/elf DIR/aa/bb/kallsyms DIR/aa/bb/vdso DIR/aa/bb/kallsyms"
	for _, c := range []struct {
		local bool
		id    string
		want  string
	}{
		{false, "aabb", given + byID + folder},
		{true, "aabb", given + byID + folder + " HOME/.debug/.build-id/aa/bb/kallsyms"},
		{true, "aab", given + folder + " HOME/.debug/.build-id/aa/b/kallsyms"},
		{true, "aa", given + folder},
		{true, "", given + folder},
	} {
		files := []string{filepath.Join(dir, "x", "my-kallsyms.txt"), filepath.Join(dir, "x", "else"), filepath.Join(dir, "x", "vmlinux-6")}
		s := newSearch(Options{Paths: append(files, dir), Local: c.local}, &model.Info{OS: model.OS{Family: "linux"}})
		if got := placesIn(candidates(s.kernelFiles(&model.Module{Kernel: true, BuildID: c.id})), dir, "DIR", home, "HOME"); got != c.want {
			t.Errorf("%q, local %v:\n%s\nwant\n%s", c.id, c.local, got, c.want)
		}
	}
	// With HOME the kernel's functions are found there.
	at := filepath.Join(home, ".debug", ".build-id", idA[:2], idA[2:])
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	writeText(t, at, "kallsyms", kallsyms)
	info := &model.Info{OS: model.OS{Family: "linux"}, Modules: []model.Module{{Name: "kernel", Kernel: true, BuildID: idA}}}
	if n, missing := newSearch(Options{Local: true}, info).kernelNames(info); n == nil || n.source != filepath.Join(at, "kallsyms") {
		t.Errorf("%+v, %s", n, missing)
	}
}

// TestWindowsPlaces: where an image and its symbols are searched, in which order, and what must be
// proven: everything but the image in a folder that the user named. A folder with the name of the
// file is ignored.
func TestWindowsPlaces(t *testing.T) {
	onLinux(t)
	dir := t.TempDir()
	for _, place := range []string{
		"near/A.DLL", "near/prog/A.dll", "near/a.pdb", "kept/a.dll/ID/a.dll", "kept/a./a.dll/ID/a.dll", "kept/a.pdb/ID/a.pdb", "kept/a./a.pdb/ID/a.pdb",
	} {
		for _, root := range []string{"mine", "stores"} {
			path := filepath.Join(dir, root, place)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			writeText(t, filepath.Dir(path), filepath.Base(path), "")
		}
	}
	s := newSearch(Options{
		Paths:  []string{filepath.Join(dir, "x", "A.dll"), filepath.Join(dir, "x", "b.dll"), filepath.Join(dir, "mine", "near"), filepath.Join(dir, "mine", "kept")},
		Stores: []string{filepath.Join(dir, "stores", "near"), filepath.Join(dir, "stores", "kept")},
	}, &model.Info{OS: model.OS{Family: "windows"}})
	for id, want := range map[string]string{
		"ID": "x/A.dll x/b.dll? mine/near/A.DLL mine/kept/a.dll/ID/a.dll? mine/kept/a./a.dll/ID/a.dll? " +
			"stores/near/A.DLL? stores/kept/a.dll/ID/a.dll? stores/kept/a./a.dll/ID/a.dll? mine/near/prog/A.dll",
		"": "x/A.dll x/b.dll? mine/near/A.DLL stores/near/A.DLL? mine/near/prog/A.dll",
	} {
		if got := placesIn(s.windowsImages(&model.Module{Path: `C:\Prog\a.dll`, ImageID: id}), dir+"/", ""); got != want {
			t.Errorf("images with the id %q:\n%s\nwant\n%s", id, got, want)
		}
	}
	if got, want := placesIn(s.windowsFiles("a.pdb", "ID", true), dir+"/", ""),
		"x/A.dll? x/b.dll? mine/near/a.pdb? mine/kept/a.pdb/ID/a.pdb? mine/kept/a./a.pdb/ID/a.pdb? "+
			"stores/near/a.pdb? stores/kept/a.pdb/ID/a.pdb? stores/kept/a./a.pdb/ID/a.pdb?"; got != want {
		t.Errorf("symbols:\n%s\nwant\n%s", got, want)
	}
	// Names that are too short for a folder of two letters.
	for name, want := range map[string]int{"ab": 1, "abc": 3} {
		if got := stored(name, "ID"); len(got) != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestNotesOfImages: of files that nobody named as the image, only another build is reported.
func TestNotesOfImages(t *testing.T) {
	known := model.Module{Name: "sample64.dll", Path: `C:\Prog\sample64.dll`, ImageID: sampleImage}
	const wanted = "Add the module's own file, sample64.dll/" + sampleImage + "/sample64.dll, to the symbol paths."
	for place, want := range map[string]string{
		"sample64.dll": "FILE is not a PE file (Windows executable, DLL or driver). " + wanted, "sample64.dll/" + sampleImage + "/sample64.dll": wanted,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(place))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeText(t, filepath.Dir(path), filepath.Base(path), "text")
		if got, m := resolved(t, onWindows(known), dir); got != byNothing || m.Missing != strings.Replace(want, "FILE", path, 1) {
			t.Errorf("%s: %q", place, m.Missing)
		}
	}
}

// TestFolders: among names that differ only in case the exact one counts; the number of folders
// whose contents are cached is limited.
func TestFolders(t *testing.T) {
	onLinux(t)
	dir := t.TempDir()
	for _, name := range []string{"A.dll", "a.dll", "b.dll"} {
		writeText(t, dir, name, "")
	}
	s := &search{}
	for name, want := range map[string]string{"A.dll": "A.dll", "a.dll": "a.dll", "A.DLL": "a.dll", "B.dll": "b.dll", "c.dll": ""} {
		got := s.within(dir, name)
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	s = &search{listings: map[string]map[string]string{}}
	for i := range maxListings - 1 {
		s.listings[strconv.Itoa(i)] = nil
	}
	for _, c := range []struct {
		name     string
		listings int
		names    int
	}{{"last", 1 << 12, 2}, {"one too many", 1 << 12, 0}} {
		folder := filepath.Join(dir, c.name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		writeText(t, folder, "One", "")
		writeText(t, folder, "two", "")
		if got := s.listing(folder); len(got) != c.names || len(s.listings) != c.listings {
			t.Errorf("%s: %v, %d folders are kept", c.name, got, len(s.listings))
		}
	}
}

// TestFilesAreClosed: after naming a trace, no file stays open.
func TestFilesAreClosed(t *testing.T) {
	onLinux(t)
	dir := t.TempDir()
	folder := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	prog := model.Module{Name: "prog", Path: "/opt/app/prog", BuildID: idA}
	linux := func(m model.Module) *model.Trace { return offsets(traceOf(m), "+0x1190", "+0x1110") }
	kernel := traceOf(model.Module{Name: "kernel", Kernel: true, Size: 0x2000}, model.Frame{Addr: 0xffffffff81000110})
	code := traceOf(model.Module{Name: "perf-7.map", Path: "/tmp/perf-7.map"}, model.Frame{Addr: 0x1010})
	windows := model.Module{Name: "sample64.dll", Path: `C:\Prog\sample64.dll`, BuildID: sampleBuild, PDB: "sample64.pdb"}
	other := windows
	other.BuildID = "1" + sampleBuild[1:]

	a := folder("debugging symbols")
	(&composed{buildID: idA, link: "prog.dbg", crc: 1, dynsym: functions[:1]}).write(t, a, "prog")
	(&composed{symtab: functions, debugOnly: true}).write(t, a, "prog.dbg")
	b := folder("another kernel")
	writeText(t, b, "kallsyms", kallsyms)
	(&composed{buildID: idB, symtab: functions}).write(t, b, "vmlinux")
	c := folder("what is no such file")
	for _, name := range []string{"prog", "kallsyms", "perf-7.map", "sample64.pdb", "sample64.dll"} {
		writeText(t, c, name, "text\n")
	}
	d := folder("good ones")
	(&composed{buildID: idA, symtab: functions}).write(t, d, "prog")
	writeText(t, d, "perf-7.map", "1000 20 Main.run\n")
	e := folder("windows")
	copySample(t, "sample64.pdb.gz", e, "sample64.pdb")
	copySample(t, "sample64.dll", e, "sample64.dll")
	names := filepath.Join(folder("names"), "x.names")
	writeText(t, dir, "names/x.names", "threadlens-names 1\ntrace 0 2\n")
	listed := &search{}

	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files too
	for _, tr := range []*model.Trace{linux(prog), kernel, code, onWindows(windows), onWindows(other), onWindows(model.Module{Name: "sample64.dll", Path: windows.Path})} {
		for _, paths := range [][]string{{a}, {b}, {c}, {d}, {e}, {names}} {
			if _, err := Resolve(t.Context(), tr, Options{Paths: paths, Cache: filepath.Join(dir, "cache")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	listed.within(dir, "NAMES", "X.NAMES")
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(links) == 0 {
		t.Fatal(links, err)
	}
	for _, link := range links {
		if path, err := os.Readlink(link); err == nil && strings.HasPrefix(path, dir) {
			t.Errorf("%s is open", strings.TrimPrefix(path, dir))
		}
	}
}
