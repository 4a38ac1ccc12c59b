//go:build linux

package clip

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// installed puts scripts on a PATH of their own, and returns the folder.
func installed(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return dir
}

// keeps is a script that writes its arguments and its input to files, and leaves a process behind
// that keeps its output open.
const keeps = `d=$(/usr/bin/dirname "$0")
echo "$@" >"$d/args"
/bin/cat >"$d/copied"
/bin/sleep 30 &
`

// TestCopy: the picture is the program's input, and nothing waits for a process that serves the
// clipboard.
func TestCopy(t *testing.T) {
	for name, c := range map[string]struct{ wayland, args string }{
		"xclip":   {"", "-selection clipboard -t image/png -i"},
		"wl-copy": {"wayland-0", "--type image/png"},
	} {
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		dir := installed(t, map[string]string{name: keeps})
		tool, ok := Find()
		if !ok {
			t.Fatalf("%s is not found", name)
		}
		begin := time.Now()
		if err := tool.Copy([]byte("a picture")); err != nil || time.Since(begin) > 10*time.Second {
			t.Errorf("%s: %v after %v", name, err, time.Since(begin))
		}
		for file, want := range map[string]string{"args": c.args + "\n", "copied": "a picture"} {
			if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != want {
				t.Errorf("%s, %s: %q, %v", name, file, got, err)
			}
		}
	}
}

// TestFind: with Wayland xclip serves where wl-copy is missing; without either the answer says what
// to install.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		wayland string
		scripts map[string]string
		want    string
		missing string
	}{
		{"", map[string]string{"xclip": "", "wl-copy": ""}, "xclip", "Install xclip."},
		{"", map[string]string{"wl-copy": ""}, "", "Install xclip."},
		{"wayland-0", map[string]string{"xclip": "", "wl-copy": ""}, "wl-copy", "Install wl-copy or xclip."},
		{"wayland-0", map[string]string{"xclip": ""}, "xclip", "Install wl-copy or xclip."},
		{"wayland-0", nil, "", "Install wl-copy or xclip."},
	} {
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		installed(t, c.scripts)
		tool, ok := Find()
		if ok != (c.want != "") || ok && filepath.Base(tool.name) != c.want || Missing() != c.missing {
			t.Errorf("%+v: found %q, missing %q", c, tool.name, Missing())
		}
	}
}

// TestCopyFails: an error has what the program reported, or how it ended, or that it took too long.
func TestCopyFails(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	for script, want := range map[string]string{
		"echo \"Error: Can't open display\" >&2\necho more >&2\nexit 1\n": "the program xclip reports: Error: Can't open display",
		"exit 3\n":             "the program xclip failed: exit status 3",
		"exec /bin/sleep 60\n": "the program xclip did not finish within 300ms",
		"kill -9 $$\n":         "the program xclip failed: signal: killed",
	} {
		installed(t, map[string]string{"xclip": script})
		tool, _ := Find()
		tool.patience = 300 * time.Millisecond
		if err := tool.Copy(nil); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", script, err, want)
		}
	}
}

// TestTools: each system has a program that gets the picture as its input or as a file.
func TestTools(t *testing.T) {
	for system, name := range map[string]string{"windows": "powershell", "darwin": "osascript", "linux": "xclip", "freebsd": "xclip"} {
		list := tools(system, false)
		if len(list) != 1 || list[0].name != name {
			t.Errorf("%s: %+v", system, list)
		}
		args := strings.Join(list[0].args, " ")
		if named := strings.Contains(args, picturePath) || strings.Contains(args, pictureVariable); named != (name != "xclip") {
			t.Errorf("%s: the path is given: %v", system, named)
		}
	}
}
