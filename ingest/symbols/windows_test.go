package symbols

import (
	"bytes"
	"compress/gzip"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// The build of testdata/sample64.dll.
const (
	sampleImage = "1834F1845000"
	sampleBuild = "9E4A0FB4770E157F4C4C44205044422E1"
)

// copySample writes a file of testdata to a place, which is created; the symbols are unpacked.
func copySample(t *testing.T, from string, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", from))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(from, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(z)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(elem...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// onWindows is a Windows trace with frames in the module, called in this order from the last one:
// the innermost is not at a call.
func onWindows(m model.Module) *model.Trace {
	tr := offsets(traceOf(m), "+0x1028", "+0x1055", "+0x10bb", "+0x10e2", "+0x10f2", "+0x1201")
	tr.Info.OS.Family = "windows"
	return tr
}

const (
	byPDB     = "work::Queue::take work::(anonymous namespace)::inner hidden leaf numbered +0x1201"
	byExports = "+0x1028 +0x1055 +0x10bb leaf +0x10f2 +0x1201"
	byNothing = "+0x1028 +0x1055 +0x10bb +0x10e2 +0x10f2 +0x1201"
)

// TestWindowsFiles finds the functions of an image at all possible places, and ignores another
// build.
func TestWindowsFiles(t *testing.T) {
	known := model.Module{Name: "sample64.dll", Path: `C:\Prog\Sample64.DLL`, BuildID: sampleBuild, ImageID: sampleImage, PDB: `d:\build\sample64.pdb`}
	byImage, unknown := known, known
	byImage.BuildID, byImage.PDB = "", ""
	unknown.BuildID, unknown.PDB, unknown.ImageID = "", "", ""
	other, otherImage := known, byImage
	other.BuildID, otherImage.ImageID = strings.Replace(sampleBuild, "9E", "9F", 1), "0834F1845000"
	const pdb, dll = "sample64.pdb.gz", "sample64.dll"
	type file struct{ from, to string }
	for _, c := range []struct {
		name    string
		module  model.Module
		files   []file
		options func(dir string) Options
		want    string
		source  string
		says    string
	}{
		{"symbols in a folder", known, []file{{pdb, "sample64.pdb"}}, inFolder, byPDB, "sample64.pdb", ""},
		{"letters of another case", known, []file{{pdb, "SAMPLE64.pdb"}}, inFolder, byPDB, "SAMPLE64.pdb", ""},
		{"a cache of a server", known, []file{{pdb, "sample64.pdb/" + sampleBuild + "/sample64.pdb"}}, inFolder, byPDB, "sample64.pdb/" + sampleBuild + "/sample64.pdb", ""},
		{
			"a cache of two levels", known,
			[]file{{pdb, "sa/sample64.pdb/" + strings.ToLower(sampleBuild) + "/sample64.pdb"}},
			inFolder, byPDB, "sa/sample64.pdb/" + strings.ToLower(sampleBuild) + "/sample64.pdb", "",
		},
		{"by the kind of file", known, []file{{pdb, "symbols/dll/sample64.pdb"}}, inFolder, byPDB, "symbols/dll/sample64.pdb", ""},
		{"in the symbol path", known, []file{{pdb, "sample64.pdb/" + sampleBuild + "/sample64.pdb"}}, inStore, byPDB, "sample64.pdb/" + sampleBuild + "/sample64.pdb", ""},
		{"the file itself", known, []file{{pdb, "renamed.pdb"}}, inFile("renamed.pdb"), byPDB, "renamed.pdb", ""},
		{"the image alone", known, []file{{dll, "sample64.dll"}}, inFolder, byExports, "sample64.dll", "sample64.pdb/" + sampleBuild + "/sample64.pdb"},
		{"the image in a copy of the disk", known, []file{{dll, "prog/sample64.dll"}}, inFolder, byExports, "prog/sample64.dll", "To get the names of functions that are not exported, download"},
		{"the image in a cache", known, []file{{dll, "sample64.dll/" + sampleImage + "/sample64.dll"}}, inStore, byExports, "sample64.dll/" + sampleImage + "/sample64.dll", "To get the names of functions that are not exported, download"},
		{"an image that tells its symbols", byImage, []file{{dll, "sample64.dll"}, {pdb, "sample64.pdb"}}, inFolder, byPDB, "sample64.pdb", ""},
		{"the symbols of an unknown build", byImage, []file{{pdb, "sample64.pdb"}}, inFolder, byNothing, "", "sample64.DLL/" + sampleImage + "/Sample64.DLL"},
		{"an image of which nothing is known", unknown, []file{{dll, "sample64.dll"}}, inFolder, byExports, "sample64.dll", "To get the names of functions that are not exported, download"},
		{"the same not from the user", unknown, []file{{dll, "sample64.dll"}}, inStore, byNothing, "", "Add the module's own file, Sample64.DLL"},
		{"symbols of another build", other, []file{{pdb, "sample64.pdb"}}, inFolder, byNothing, "", "is from another build"},
		{"an image of another build", other, []file{{dll, "sample64.dll"}}, inFolder, byNothing, "", "is from another build"},
		{"an image of another date", otherImage, []file{{dll, "sample64.dll"}}, inFolder, byNothing, "", "is from another build"},
		{"no symbols", known, []file{{dll, "sample64.pdb"}}, inFolder, byNothing, "", "is not a PDB symbol file"},
		{"no image", known, []file{{pdb, "sample64.dll"}}, inFolder, byNothing, "", "is not a PE file (Windows executable, DLL or driver)"},
		{"nothing", known, nil, inFolder, byNothing, "", "Download sample64.pdb/" + sampleBuild + "/sample64.pdb"},
		{"no file", model.Module{Name: "hypercall", Path: "[hypercall]", Kernel: true}, nil, inFolder, byNothing, "", "The module is not a file, so Threadlens cannot find its symbols."},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range c.files {
				copySample(t, f.from, dir, filepath.FromSlash(f.to))
			}
			tr := onWindows(c.module)
			named, err := Resolve(context.Background(), tr, c.options(dir))
			if err != nil {
				t.Fatal(err)
			}
			got, m := frameNames(named), named.Info.Modules[0]
			source := ""
			if c.source != "" {
				source = filepath.Join(dir, filepath.FromSlash(c.source))
			}
			if got != c.want || !strings.EqualFold(m.Symbols, source) || c.says != "" && !strings.Contains(strings.ToLower(m.Missing), strings.ToLower(c.says)) {
				t.Errorf("%q of %s: %q", got, m.Symbols, m.Missing)
			}
		})
	}
}

func inFolder(dir string) Options { return Options{Paths: []string{dir}} }
func inStore(dir string) Options  { return Options{Stores: []string{dir}} }

func inFile(name string) func(string) Options {
	return func(dir string) Options { return Options{Paths: []string{filepath.Join(dir, name)}} }
}

func frameNames(t *model.Trace) string {
	var names []string
	for _, f := range t.Tables.Stacks.Frames(model.StackID(t.Tables.Stacks.Len())) {
		names = append(names, t.String(f.Name))
	}
	return strings.Join(names, " ")
}

// TestManyModules: a file that the user names belongs to the second of two modules, and is not
// reopened for the first.
func TestManyModules(t *testing.T) {
	path := copySample(t, "sample64.pdb.gz", t.TempDir(), "sample64.pdb")
	s := &search{files: []string{path}}
	for _, c := range []struct {
		id   string
		want error
	}{{"ABC1", errOther}, {sampleBuild, nil}, {"ABC2", errOther}} {
		if _, err := s.readPDB(context.Background(), path, c.id); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.id, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.readPDB(context.Background(), path, "ABC3"); !errors.Is(err, errOther) {
		t.Error("the file was opened again:", err)
	}
}

// TestWanted: what is missing, each file once, in the order of the modules.
func TestWanted(t *testing.T) {
	info := &model.Info{OS: model.OS{Family: "windows"}, Modules: []model.Module{
		{Name: "b.dll", BuildID: "B1", PDB: `d:\x\b.pdb`, Missing: "Wanted."},
		{Name: "a.dll", BuildID: "A1", PDB: "a.pdb"},
		{Name: "a.dll", BuildID: "A2", PDB: "a.pdb", Missing: "Wanted."},
		{Name: "unknown.dll", Missing: "Wanted."},
		{Name: "c.dll", BuildID: "B1", PDB: "B.PDB", Missing: "Wanted."},
	}}
	want := []File{{"b.pdb", "B1"}, {"a.pdb", "A2"}}
	if got := Wanted(&model.Trace{Info: info}); !slices.Equal(got, want) || got[0].String() != "b.pdb/B1/b.pdb" {
		t.Errorf("%v", got)
	}
	info.OS.Family = "linux"
	if got := Wanted(&model.Trace{Info: info}); got != nil {
		t.Errorf("on Linux %v", got)
	}
}

// TestWantedWords: which file is requested, as far as it is known.
func TestWantedWords(t *testing.T) {
	for _, c := range []struct{ image, build, pdb, want string }{
		{"", "", "", "Add the module's own file, a.dll, to the symbol paths."},
		{"I1", "", "", "Add the module's own file, a.dll/I1/a.dll, to the symbol paths."},
		{"I1", "B1", "", "Add the module's own file, a.dll/I1/a.dll, to the symbol paths."},
		{"I1", "", `d:\a.pdb`, "Add the module's own file, a.dll/I1/a.dll, to the symbol paths."},
		{"I1", "B1", `d:\a.pdb`, "Download a.pdb/B1/a.pdb from a symbol server and add it to the symbol paths. If only the names of exported functions are needed, the module's own file, a.dll/I1/a.dll, is enough."},
	} {
		if got := wantedOnWindows(&model.Module{Path: `C:\a.dll`, ImageID: c.image, BuildID: c.build, PDB: c.pdb}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		const unknown = "The file contains only the names of exported functions, and does not state which symbol file (PDB) contains the others."
		if got := wantedSymbols(c.pdb, c.build); (got == unknown) != (c.pdb == "" || c.build == "") || got != unknown && got != "To get the names of functions that are not exported, download a.pdb/B1/a.pdb from a symbol server and add it to the symbol paths." {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestHostilePaths: names in a trace lead only to places below the folders.
func TestHostilePaths(t *testing.T) {
	dir := t.TempDir()
	outside := copySample(t, "sample64.pdb.gz", dir, "outside", "sample64.pdb")
	for _, name := range []string{"../outside/sample64.pdb", `..\outside\sample64.pdb`, outside, "..", ".", "", `\\server\share\sample64.pdb`} {
		for _, path := range []string{`C:\a.dll`, `C:\..\outside\a.dll`, `..`, ``} {
			m := model.Module{Name: "a.dll", Path: path, BuildID: sampleBuild, PDB: name}
			n, err := Resolve(context.Background(), onWindows(m), Options{Paths: []string{filepath.Join(dir, "inside")}, Local: runtime.GOOS != "windows"})
			if err != nil || frameNames(n) != byNothing {
				t.Errorf("%q, %q: %v", name, path, err)
			}
		}
	}
	for path, want := range map[string]bool{
		`C:\a\b.pdb`: true, `c:/b.pdb`: true, `\\server\b.pdb`: false, `//server/b.pdb`: false, `\\?\C:\b.pdb`: false, `\??\UNC\s\b.pdb`: false, `C:b.pdb`: false,
		`C:\`: false, `C:\b.pdb:stream`: false, ``: false, `/etc/b.pdb`: false,
	} {
		if got := driveFile(path); (got != "") != want {
			t.Errorf("%q is %q", path, got)
		}
	}
}

func TestStores(t *testing.T) {
	for path, want := range map[string]string{
		"":                                  "",
		"/a;/b":                             "/a /b",
		" /a ; ;":                           "/a",
		"srv*/cache*https://example.org/s":  "/cache",
		"SRV*/near*/far*http://example.org": "/near /far",
		"srv*https://example.org":           "",
		"cache*/c;srv*https://example.org":  "/c",
		"symsrv*symsrv.dll*/c*https://e":    "/c",
		"symsrv":                            "",
		`srv*\\server\share*/c`:             "/c",
		"//server/share":                    "",
	} {
		got := storesOf(path)
		for i := range got {
			got[i] = filepath.ToSlash(got[i])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", path, got)
		}
	}
	t.Setenv("_NT_SYMBOL_PATH", "/a;/b")
	t.Setenv("_NT_ALT_SYMBOL_PATH", "/b;/c")
	opt := Local([]string{"/mine"})
	want := []string{filepath.FromSlash("/a"), filepath.FromSlash("/b"), filepath.FromSlash("/c")}
	if own, err := Downloads(); err == nil {
		want = append(want, own)
	}
	if !opt.Local || !slices.Equal(opt.Stores, want) || !slices.Equal(opt.Paths, []string{"/mine"}) {
		t.Errorf("%+v", opt)
	}
}

func TestWindowsCancelled(t *testing.T) {
	dir := t.TempDir()
	copySample(t, "sample64.pdb.gz", dir, "sample64.pdb")
	m := model.Module{Name: "sample64.dll", Path: `C:\sample64.dll`, BuildID: sampleBuild, PDB: "sample64.pdb"}
	ctx := &endsSoon{Context: context.Background()}
	if n, err := Resolve(ctx, onWindows(m), inFolder(dir)); !errors.Is(err, context.Canceled) || n != nil {
		t.Errorf("%v, %v", n, err)
	}
}

// endsSoon ends once it was queried: during the work on a module.
type endsSoon struct {
	context.Context
	asked int
}

func (c *endsSoon) Err() error {
	if c.asked++; c.asked > 1 {
		return context.Canceled
	}
	return nil
}

// TestOpenSized: the size of a file, or that there is none.
func TestOpenSized(t *testing.T) {
	dir := t.TempDir()
	writeText(t, dir, "a", "text")
	f, size, err := openSized(filepath.Join(dir, "a"))
	if err != nil || size != 4 {
		t.Fatal(size, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := openSized(filepath.Join(dir, "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestKernelImageBuilds: a kernel's file is used unless its build and the trace's are both known
// and differ.
func TestKernelImageBuilds(t *testing.T) {
	for _, c := range []struct {
		traced, file string
		taken        bool
	}{{idA, idA, true}, {idA, idB, false}, {"", idB, true}, {idA, "", true}, {"", "", true}} {
		f := composed{order: binary.LittleEndian, buildID: c.file, symtab: []elf.Symbol{function("_text", codeAddr, 16, elf.STB_GLOBAL, elf.STT_FUNC)}}
		path := filepath.Join(t.TempDir(), "vmlinux")
		if err := os.WriteFile(path, f.bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readKernel(path, &model.Module{BuildID: c.traced}); (err == nil) != c.taken {
			t.Errorf("the file %q of the trace's %q: %v", c.file, c.traced, err)
		}
	}
}
