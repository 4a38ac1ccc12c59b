package symbols

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/model"
)

// snapshotTrace is a trace with three frames in a module, the innermost first.
func snapshotTrace() *model.Trace {
	t := offsets(traceOf(model.Module{Name: "prog", Path: "/opt/prog"}), "+0x180", "+0x111", "+0x111")
	t.Info.Size = 1000
	return t
}

// namedBy are the names of the frames with a snapshot.
func namedBy(t *testing.T, tr *model.Trace, opt Options) string {
	t.Helper()
	named, err := Resolve(t.Context(), tr, opt)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range named.Tables.Stacks.Frames(model.StackID(named.Tables.Stacks.Len())) {
		names = append(names, named.String(f.Name))
	}
	return strings.Join(names, " ")
}

// TestSnapshot: what is saved on one machine names the same frames of the same trace on others,
// from any place, and those of no other trace.
func TestSnapshot(t *testing.T) {
	tr := snapshotTrace()
	const saved = "threadlens-names 1\ntrace 1000 3\nmodule other\n+17f no\nmodule prog\n+180 lock::acquire\n+110 the caller\n"
	const want = "lock::acquire the caller the caller"
	dir := t.TempDir()
	tr.Info.File = filepath.Join(dir, "x.perf.data")
	beside, named := tr.Info.File+SnapshotEnding, filepath.Join(dir, "y.names")
	if got := namedBy(t, tr, Options{Snapshots: [][]byte{[]byte(saved)}}); got != want {
		t.Errorf("with the trace: %s", got)
	}
	for _, path := range []string{beside, named} {
		if err := os.WriteFile(path, []byte(saved), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := namedBy(t, tr, Options{Paths: []string{named}}); got != want {
		t.Errorf("named: %s", got)
	}
	if got := namedBy(t, tr, Options{Local: true}); got != want {
		t.Errorf("beside the trace: %s", got)
	}
	for name, text := range map[string]string{
		"another trace": strings.Replace(saved, "1000 3", "1000 4", 1), "no snapshot": "names\n" + saved, "nothing": "",
		"a damaged line": strings.Replace(saved, "+180 lock::acquire", "+180", 1),
	} {
		if got := namedBy(t, tr, Options{Snapshots: [][]byte{[]byte(text)}}); got != "+0x180 +0x111 +0x111" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestSnapshotTells: an unusable file is named with the reason, and for a module that it names in
// part what would provide the rest.
func TestSnapshotTells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.names")
	for _, c := range []struct{ text, symbols, missing string }{
		{"threadlens-names 1\ntrace 1000 9\n", "", path + " contains the function names of another trace. Add the file prog to the symbol paths."},
		{"threadlens-names 1\ntrace 1000 3\nmodule prog\n+110 main\n", path, "Add the file prog to the symbol paths."},
		{"threadlens-names 1\ntrace 1000 3\nmodule prog\n+110 main\n+180 leaf\n", path, ""},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, m := resolved(t, snapshotTrace(), path); m.Symbols != c.symbols || m.Missing != c.missing {
			t.Errorf("%q: names from %q, %q", c.text, m.Symbols, m.Missing)
		}
	}
}

// TestNoSnapshot: a missing one is no error.
func TestNoSnapshot(t *testing.T) {
	if _, m := resolved(t, snapshotTrace(), filepath.Join(t.TempDir(), "none.names")); m.Missing != "Add the file prog to the symbol paths." {
		t.Errorf("%q", m.Missing)
	}
}

// TestSave: Resolve accepts what Save writes.
func TestSave(t *testing.T) {
	tr := snapshotTrace()
	named, err := Resolve(t.Context(), tr, Options{Snapshots: [][]byte{[]byte("threadlens-names 1\ntrace 1000 3\nmodule prog\n+110 main\n")}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Save(&b, tr, named); err != nil {
		t.Fatal(err)
	}
	if want := "threadlens-names 1\ntrace 1000 3\nmodule prog\n+110 main\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestFirstReason: among several invalid lines of a snapshot the first is reported.
func TestFirstReason(t *testing.T) {
	tr := snapshotTrace()
	for text, want := range map[string]string{
		"threadlens-names 1\ntrace 1000 3\nmodule prog\n+110\n+180\n": "line 4: expected an offset or address, then a function name",
		"threadlens-names 1\ntrace 1000 3\n+110 \n":                   "line 3: expected an offset or address, then a function name",
		"names\ntrace 1000 4\n":                                       "is not a file of function names saved by Threadlens",
		"threadlens-names 1\n":                                        "is not a file of function names saved by Threadlens",
		"threadlens-names 1\ntrace 1000 4\n+110\n":                    "contains the function names of another trace",
		"threadlens-names 1\ntrace 1000 3\n":                          "",
		"threadlens-names 1\ntrace 1000 3\nmodule prog\n+1 " + strings.Repeat("n", maxSymbolName) + "\n":       "",
		"threadlens-names 1\ntrace 1000 3\nmodule prog\n+1 " + strings.Repeat("n", maxSymbolName+1) + "\n+2 x": "line 4: expected an offset or address, then a function name",
	} {
		_, err := readSnapshot(strings.NewReader(text), "", tr)
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%.60q: %s, want %q", text, got, want)
		}
	}
}

// TestSnapshotNames: names of modules that a trace does not have take no memory, and a
// module may come in two parts.
func TestSnapshotNames(t *testing.T) {
	r := snapshotReader{known: map[string]bool{"prog": true}, modules: map[string]map[string]string{}}
	for _, c := range []struct {
		line  string
		names int
	}{{"+1 early", 0}, {"module other", 0}, {"+1 lost", 0}, {"module prog", 0}, {"+1 a", 1}, {"module other", 1}, {"+1 b", 1}, {"module prog", 1}, {"+2 c d", 2}, {"+2 e", 3}} {
		if !r.line(c.line) || r.names != c.names {
			t.Errorf("%q: %d names count, want %d", c.line, r.names, c.names)
		}
	}
	got := r.modules["prog"]
	if keys := len(r.modules); keys != 1 || len(got) != 2 || got["+1"] != "a" || got["+2"] != "e" {
		t.Errorf("%v", r.modules)
	}
}

// FuzzSnapshot: nothing that is read as one breaks anything.
func FuzzSnapshot(f *testing.F) {
	f.Add([]byte("threadlens-names 1\ntrace 1000 3\nmodule prog\n+110 main\n"))
	f.Add([]byte("threadlens-names 1\ntrace 1000 3\n+110 main\nmodule \n \n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		namedBy(t, snapshotTrace(), Options{Snapshots: [][]byte{data}})
	})
}
