package save

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// as makes this process act as root, or not, for a test.
func as(t *testing.T, root bool) {
	t.Helper()
	was := isRoot
	isRoot = func() bool { return root }
	t.Cleanup(func() { isRoot = was })
}

// holds fails unless a folder has exactly these files, with these contents.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range list {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(data)
	}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
		return
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s holds %q, want %q", name, got[name], text)
		}
	}
}

// begun is a partly written file.
func begun(t *testing.T, path string, o Options) *File {
	t.Helper()
	w, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWhole: until a file is complete, the old one is there; then the new one, and nothing else is
// left.
func TestWhole(t *testing.T) {
	as(t, false)
	for _, keeps := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		w := begun(t, path, Options{Force: true, Mode: Private, Keeps: keeps})
		if keeps {
			holds(t, dir, map[string]string{"a": "old", "a.partial": "new"})
		} else {
			holds(t, dir, map[string]string{"a": "old", filepath.Base(w.Name()): "new"})
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"a": "new"})
		if err := w.Drop(); err != nil {
			t.Error(err)
		}
		holds(t, dir, map[string]string{"a": "new"})
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		dropped := begun(t, path, Options{Force: true})
		if err := dropped.Drop(); err != nil {
			t.Error(err)
		}
		if _, err := dropped.WriteString("more"); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("a dropped file is not closed: %v", err)
		}
		holds(t, dir, map[string]string{"a": "new"})
	}
}

// TestNoForce: an existing file, or one that appears while another is written, stays.
func TestNoForce(t *testing.T) {
	as(t, false)
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	w := begun(t, path, Options{Mode: Public, Keeps: true})
	if err := os.WriteFile(path, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that has appeared is replaced: %v", err)
	}
	holds(t, dir, map[string]string{"a": "other", "a.partial": "new"})
	if _, err := Create(path, Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	if err := renameLooking(path+".partial", path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("renamed over a file: %v", err)
	}
}

// TestEarlier: the unfinished file of a killed program is reported and left alone.
func TestEarlier(t *testing.T) {
	as(t, false)
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	first := begun(t, path, Options{Keeps: true})
	second := begun(t, path, Options{Keeps: true})
	third := begun(t, path, Options{Keeps: true})
	defer third.Drop()
	if len(first.Earlier) > 0 || !slices.Equal(third.Earlier, []string{first.Name(), second.Name()}) {
		t.Errorf("%q, %q", first.Earlier, third.Earlier)
	}
	if err := errors.Join(first.Close(), second.Commit()); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "new", "a.partial": "new", "a.3.partial": "new"})
}

// TestRefused: folders, and what root must not follow or replace.
func TestRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links want rights in Windows")
	}
	dir := t.TempDir()
	file, link, away := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "away")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o644), os.Symlink(file, link), os.Symlink(filepath.Join(dir, "none"), away)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		root bool
		want error
	}{
		{dir, false, errNoFile},
		{link, true, errLink},
		{away, true, errLink},
		{away, false, fs.ErrNotExist},
		{filepath.Join(dir, "no", "file"), false, fs.ErrNotExist},
	} {
		as(t, c.root)
		w, err := Create(c.path, Options{Force: true})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.path) && c.path != away {
			t.Errorf("%s: %v, want %v", c.path, err, c.want)
			_ = w.Drop()
		}
	}
	as(t, false)
	if err := Write(link, []byte("new"), Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v %v", info, err)
	}
	if data, _ := os.ReadFile(file); string(data) != "new" {
		t.Errorf("what the link leads to holds %q", data)
	}
}

// TestLend: a file that another process writes meanwhile is committed, kept or left like others;
// and one that the process has removed is not committed.
func TestLend(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	lent := func() *File {
		t.Helper()
		w, err := Create(path, Options{Force: true, Keeps: true, Mode: Private})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Lend(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(w.Name(), []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		return w
	}
	if err := lent().Commit(); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{"a": "theirs"})
	if err := lent().Drop(); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{"a": "theirs"})
	removed := lent()
	if err := os.Remove(removed.Name()); err != nil {
		t.Fatal(err)
	}
	if err := removed.Commit(); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := lent().Leave(); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{"a": "theirs", "a" + PartialEnding: "theirs"})
}

// TestWriteNames: errors of the unfinished file name the one that the user named.
func TestWriteNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	w := begun(t, path, Options{})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("x")); err == nil || err.Error() != "write "+path+": file already closed" {
		t.Error(err)
	}
}
