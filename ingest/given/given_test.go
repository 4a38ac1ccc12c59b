package given

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegular: files open; folders and missing files do not.
func TestRegular(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Regular(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := Regular(dir); err == nil || err.Error() != "this is a folder, not a file" {
		t.Error(err)
	}
	if _, err := Regular(path + "x"); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}

// strange is a file of some mode.
type strange struct {
	fs.FileInfo
	mode fs.FileMode
}

func (s strange) Mode() fs.FileMode { return s.mode }

// TestStrange: the error for each kind of file that is not regular names its kind.
func TestStrange(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeDir: "this is a folder, not a file", fs.ModeDevice: "this is a device, not a file", fs.ModeDevice | fs.ModeCharDevice: "this is a device, not a file",
		fs.ModeSocket: "this is a socket, not a file", fs.ModeIrregular: "this is not a regular file",
	} {
		if err := isRegular(strange{mode: mode | 0o600}); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %q", mode, err, want)
		}
	}
	if err := isRegular(strange{mode: 0o600}); err != nil {
		t.Error(err)
	}
}

// TestText: it reads all of a file, up to a limit.
func TestText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Text(path, 4); err != nil || string(data) != "text" {
		t.Errorf("%q %v", data, err)
	}
	if _, err := Text(path, 3); err == nil || !strings.HasPrefix(err.Error(), "is larger than ") {
		t.Error(err)
	}
	if _, err := Text(filepath.Dir(path), 3); err == nil || err.Error() != "this is a folder, not a file" {
		t.Error(err)
	}
}

// TestStdin: standard input is read like a file, and it stays open.
func TestStdin(t *testing.T) {
	for text, want := range map[string]string{"text": "text", "longer": ""} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err = w.WriteString(text); err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		was := os.Stdin
		os.Stdin = r
		data, err := Text(Stdin, 4)
		os.Stdin = was
		if string(data) != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", text, data, err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
