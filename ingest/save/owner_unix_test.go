//go:build unix

package save

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOwners: root gives a file to the user behind sudo where the folder is theirs, and replaces
// nobody else's file.
func TestOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	const me, other = 12345, 12346
	t.Setenv("SUDO_UID", "12345")
	t.Setenv("SUDO_GID", "12345")
	for _, c := range []struct {
		name                string
		folder, old, wanted int
		err                 error
	}{
		{"theirs", me, -1, me, nil},
		{"theirs, replaced", me, me, me, nil},
		{"root's folder", 0, -1, 0, nil},
		{"root's file", 0, 0, 0, nil},
		{"another's file", me, other, other, errForeign},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		if err := os.Chown(dir, c.folder, c.folder); err != nil {
			t.Fatal(err)
		}
		if c.old >= 0 {
			if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Chown(path, c.old, c.old)); err != nil {
				t.Fatal(err)
			}
		}
		if err := Write(path, []byte("new"), Options{Force: true, Mode: Private}); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if info, err := os.Stat(path); err != nil || ownerOf(info) != c.wanted {
			t.Errorf("%s: belongs to %d, want %d; %v", c.name, ownerOf(info), c.wanted, err)
		}
	}
}

// TestBehind: the user behind sudo or pkexec is found.
func TestBehind(t *testing.T) {
	for _, c := range []struct {
		sudo, group, pkexec string
		uid, gid            int
		ok                  bool
	}{
		{"1000", "1001", "", 1000, 1001, true},
		{"1000", "", "", 1000, -1, true},
		{"", "", "1002", 1002, -1, true},
		{"0", "0", "", 0, 0, false},
		{"1", "2", "", 1, 2, true},
		{"x", "1", "", 0, 0, false},
		{"", "", "", 0, 0, false},
	} {
		t.Setenv("SUDO_UID", c.sudo)
		t.Setenv("SUDO_GID", c.group)
		t.Setenv("PKEXEC_UID", c.pkexec)
		if uid, gid, ok := behind(); uid != c.uid || gid != c.gid || ok != c.ok {
			t.Errorf("%+v: %d %d %v", c, uid, gid, ok)
		}
	}
}
