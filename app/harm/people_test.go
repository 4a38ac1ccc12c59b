//go:build linux

package harm

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is a user without any rights.
const nobody = 65534

// TestOthers: a user without rights can neither read what root records, nor divert it by a link or
// onto a file of his own.
func TestOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, which is to be kept from harm")
	}
	p := newPlace(t)
	for _, dir := range []string{"..", "."} { // others can reach the place, but not root's files
		if err := os.Chmod(p.path(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	record := func(path string) outcome {
		return run(t, p.command("record", "-o", path, "--force", "--for", "50ms"))
	}
	skipWithoutRights(t, record("root.perf.data"))
	cat := exec.Command("cat", p.path("root.perf.data"))
	cat.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if res := run(t, cat); res.code == 0 || res.out != "" {
		t.Errorf("somebody else reads %d bytes of it", len(res.out))
	}
	p.lure()
	for _, name := range []string{"theirs/link.perf.data", "theirs/own.perf.data"} {
		if got := record(name); got.code != 1 || !oneLine(got.errOut) {
			t.Errorf("root records into %s: exit %d, %s", name, got.code, got.errOut)
		}
	}
	files := p.files()
	if files["precious"] != "precious" || files["theirs/own.perf.data"] != "own" {
		t.Errorf("what was there is now %q and %q", files["precious"], files["theirs/own.perf.data"])
	}
}

// lure makes a folder that belongs to nobody, with a file of theirs and a link to one of root's.
func (p *place) lure() {
	p.t.Helper()
	theirs := p.path("theirs")
	err := os.Mkdir(theirs, 0o777)
	p.write("precious", "precious")
	p.write("theirs/own.perf.data", "own")
	err = errors.Join(err, os.Symlink(p.path("precious"), theirs+"/link.perf.data"),
		os.Chown(theirs, nobody, nobody), os.Chown(theirs+"/own.perf.data", nobody, nobody))
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestNothingHangs: files that are not regular are refused immediately, or after three seconds
// where text may come from them; and a program that reads them ends on a signal.
func TestNothingHangs(t *testing.T) {
	p := newPlace(t)
	p.demo("a.data")
	if err := syscall.Mkfifo(p.path("pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", p.path("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"info", "pipe"}, "is a pipe"},
		{[]string{"info", "socket"}, "is a socket"},
		{[]string{"info", "/dev/zero"}, "is a device"},
		{[]string{"info", "home"}, "is a folder"},
		{[]string{"compare", "a.data", "pipe"}, "is a pipe"},
		{[]string{"report", "counters", "a.data", "--counters", "pipe"}, "sent no data for 3s"},
		{[]string{"findings", "a.data", "--limits", "pipe"}, "is a pipe"},
		{[]string{"report", "threads", "a.data", "--view", "pipe"}, "is a pipe"},
		{[]string{"report", "counters", "a.data", "--counters", "/dev/zero"}, "is a device"},
		{[]string{"symbols", "a.data", "--symbols", "pipe"}, "--symbols pipe: sent no data for 3s"},
	} {
		start := time.Now()
		got := run(t, p.command(c.args...))
		if got.code != 1 || !oneLine(got.errOut) || !strings.Contains(got.errOut, c.says) {
			t.Errorf("%v: exit %d: %s, want one line: … %s …", c.args, got.code, got.errOut, c.says)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%v takes %v", c.args, d)
		}
	}
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		cmd := p.command("info", "-")
		never, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer never.Close()
		got := run(t, cmd, func() {
			time.Sleep(500 * time.Millisecond)
			cmd.Process.Signal(signal)
		})
		if got.code != 1 || got.errOut != "threadlens: interrupted\n" {
			t.Errorf("%v: exit %d, %q", signal, got.code, got.errOut)
		}
	}
}
