package browse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"threadlens/app/grid"
)

// TestPath: what typed and pasted texts mean in the folder /traces.
func TestPath(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for text, want := range map[string]string{
		"":                           "/traces",
		"a.etl":                      "/traces/a.etl",
		"../b/./a.etl":               "/b/a.etl",
		"/x/a b.etl":                 "/x/a b.etl",
		"  /x/a.etl\n":               "/x/a.etl",
		`"/x/a b.etl"`:               "/x/a b.etl",
		`'/x/a b.etl'`:               "/x/a b.etl",
		`"`:                          `/traces/"`,
		`"/x/a.etl'`:                 `/traces/"/x/a.etl'`,
		"~":                          "/home/me",
		"~/a.etl":                    "/home/me/a.etl",
		"~you/a.etl":                 "/traces/~you/a.etl",
		`"~/a b.etl"`:                "/home/me/a b.etl",
		"file:///x/a%20b.etl":        "/x/a b.etl",
		"FILE://localhost/x/a.etl":   "/x/a.etl",
		"file://":                    "/traces/file:",
		"http://example.com/x/a.etl": "/traces/http:/example.com/x/a.etl",
		"/x/%41.etl":                 "/x/%41.etl",
	} {
		if got := Path(text, "/traces"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSplit: the folder whose content is listed while a text is typed, and what it is matched with.
func TestSplit(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for text, want := range map[string]string{
		"":         "/traces|",
		"a":        "/traces/|a",
		"/x/a":     "/x/|a",
		"/x/":      "/x|",
		"~":        "/home/me|",
		"~/":       "/home/me|",
		"~/t":      "/home/me/|t",
		`"/x/a b"`: "/x/|a b",
		`"/x/`:     `/traces/"/x|`,
		"sub/a":    "/traces/sub/|a",
	} {
		dir, name := Split(text, "/traces")
		if got := dir + "|" + name; got != want && strings.ReplaceAll(got, `"`, "") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestComplete(t *testing.T) {
	entries := []Entry{{Name: "traces", Folder: true}, {Name: "trunk", Folder: true}, {Name: "Notes.txt"}, {Name: "überall"}, {Name: "übung"}}
	for _, x := range []struct{ text, name, want string }{
		{"/x/t", "t", "/x/tr"},
		{"/x/tra", "tra", "/x/traces/"},
		{"/x/tru", "tru", "/x/trunk/"},
		{"n", "n", "Notes.txt"},
		{"/x/q", "q", "/x/q"},
		{"/x/tracest", "tracest", "/x/tracest"},
		{"/x/", "", "/x/"},
		{"ü", "ü", "üb"},
	} {
		if got := Complete(x.text, x.name, entries); got != x.want {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
	}
}

// TestList: folders first, the names in any case, and what each choice leaves out.
func TestList(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"b.etl": 3, "A.ETL": 1, "notes.md": 2, ".hidden.etl": 1} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sub", "Above", ".git"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"lost.etl": "/nowhere/at/all", "z": "sub"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for _, x := range []struct {
		choice Choice
		want   string
	}{
		{Choice{}, "Above/ sub/ z/ A.ETL:1 b.etl:3 notes.md:2"},
		{Choice{Endings: []string{".etl"}}, "Above/ sub/ z/ A.ETL:1 b.etl:3"},
		{Choice{Endings: []string{".etl"}, Hidden: true}, ".git/ Above/ sub/ z/ .hidden.etl:1 A.ETL:1 b.etl:3"},
		{Choice{Folders: true}, "Above/ sub/ z/"},
	} {
		list, err := List(dir, x.choice)
		var names []string
		for _, e := range list {
			if e.Folder {
				names = append(names, e.Name+"/")
			} else {
				names = append(names, fmt.Sprint(e.Name, ":", e.Size))
			}
			if e.Modified.IsZero() {
				t.Errorf("%s has no date", e.Name)
			}
		}
		if got := strings.Join(names, " "); got != x.want || err != nil {
			t.Errorf("%+v: %s, %v; want %s", x.choice, got, err, x.want)
		}
	}
	if _, err := List(filepath.Join(dir, "b.etl"), Choice{}); err == nil {
		t.Error("a file has no content to list")
	}
}

// TestContent: folders stay ahead of files in every order, the newest and the largest come first.
func TestContent(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 1, day, 13, 14, 15, 0, time.UTC) }
	g := grid.New()
	g.Show(Content([]Entry{
		{Name: "old", Folder: true, Modified: at(1)},
		{Name: "young", Folder: true, Modified: at(9)},
		{Name: "a", Size: 5 << 20, Modified: at(2)},
		{Name: "b\x1b", Size: 7 << 20, Modified: at(3)},
		{Name: "c", Size: 0, Modified: at(4)},
	}), grid.Scope{})
	for _, x := range []struct {
		order grid.Order
		want  string
	}{
		{grid.Order{}, "old young a b\x1b c"},
		{grid.Order{Column: "name", Reverse: true}, "young old c b\x1b a"},
		{grid.Order{Column: "size"}, "young old b\x1b a c"},
		{grid.Order{Column: "size", Reverse: true}, "young old c a b\x1b"},
		{grid.Order{Column: "modified"}, "young old c b\x1b a"},
	} {
		if x.order.Column != "" {
			g.SortBy(x.order)
		}
		var names []string
		for i := range g.Len() {
			names = append(names, g.Row(i).Key)
		}
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("%+v: %s, want %s", x.order, got, x.want)
		}
	}
	var cells []string
	for i := range g.Len() {
		for k := range g.Columns() {
			text, _ := g.Text(g.Row(i), k)
			cells = append(cells, text)
		}
	}
	if got, want := strings.Join(cells, "|"), "young||2026-01-09 13:14|old||2026-01-01 13:14|c|0|2026-01-04 13:14|b\\x1b|7 MiB|2026-01-03 13:14|a|5 MiB|2026-01-02 13:14"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
