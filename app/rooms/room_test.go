package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRooms: the numbers of a package of four files, two of which refer to each other.
func TestRooms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go": "package a\n\ntype T struct{ next *U }\n\nfunc (t *T) one() {}\nfunc (t *T) two() {}\n",
		"b.go": "package a\n\nimport \"example.com/else\"\n\ntype U struct{ T }\n\nfunc (u U) three() { u.one(); other.Do(bottom) }\n",
		"c.go": "package a\n\nconst bottom = 1\n",
		"d.go": "package a\n\nvar top = U{}\n" + strings.Repeat("// A line.\n", smallFile),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := look(dir)
	if err != nil {
		t.Fatal(err)
	}
	if name, n := r.largest(); name != "T" || n != 2 {
		t.Errorf("the largest receiver is %s with %d methods", name, n)
	}
	// a and b refer to each other, b also to c, d to b.
	if inside, all := r.inCircles(); inside != 2 || all != 4 {
		t.Errorf("%d of %d references are in circles", inside, all)
	}
	var rows, layers, needs strings.Builder
	r.row(&rows)
	if got := strings.Fields(rows.String()); strings.Join(got[:7], " ") != "59 4 3 T 2 50 %" {
		t.Errorf("in a line: %q", got)
	}
	r.layers(&layers)
	if text := layers.String(); strings.Count(text, "circle of") != 1 || !strings.Contains(text, "circle of 2\n") || strings.Index(text, "c.go") > strings.Index(text, "b.go") || strings.Index(text, "d.go") < strings.Index(text, "a.go") {
		t.Errorf("from the bottom up:\n%s", text)
	}
	r.needs(&needs, []string{"b.go", "d.go"})
	if got := strings.Join(strings.Fields(needs.String()), " "); got != "b.go a.go T one b.go c.go bottom" {
		t.Errorf("needs %q", got)
	}
}

// TestRunOnFolders: a folder is one package, with /... also those in it.
func TestRunOnFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a.go": "package a\n", "below/e.go": "package below\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for folders, want := range map[string]int{dir: 1, dir + "/...": 2, "": 2, "below": 1, ". below": 2} {
		var list strings.Builder
		if err := run(&list, strings.Fields(folders), (*room).row); err != nil || strings.Count(list.String(), "\n") != want {
			t.Errorf("%s: %v, want %d packages:\n%s", folders, err, want, &list)
		}
	}
	if err := run(io.Discard, []string{filepath.Join(dir, "none")}, (*room).row); err == nil {
		t.Error("a folder that is not there should be refused")
	}
}
