//go:build e2e

package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// quit ends the program as a user does; it must exit cleanly.
func (p *program) quit() {
	p.t.Helper()
	p.key("ctrl+q")
	select {
	case err := <-p.exited:
		p.exited = nil
		if err != nil {
			p.t.Errorf("the program ended with %v: %s", err, p.stderr.String())
		}
	case <-time.After(20 * time.Second):
		p.t.Fatal("the program is still there")
	}
}

// drop drops a file on the window.
func (p *program) drop(path string) {
	p.t.Helper()
	client := filepath.Join(p.t.TempDir(), "xdnd")
	cc := "cc"
	if _, err := exec.LookPath("clang"); err == nil {
		cc = "clang"
	}
	if out, err := exec.Command(cc, "-o", client, "testdata/xdnd.c", "-lX11").CombinedOutput(); err != nil {
		p.t.Skipf("no XDND client without a C compiler and libX11: %v %s", err, out)
	}
	if out, err := exec.Command(client, p.window, "400", "400", path).CombinedOutput(); err != nil {
		p.t.Fatalf("drop: %v %s", err, out)
	}
}

// enter waits for a text field, types into it, and ends with Enter.
func (p *program) enter(text string) {
	p.t.Helper()
	p.await("a text field", func(s *state) bool { return s.Field != nil })
	p.xdo("type", "--delay", "60", text)
	p.key("Return")
}

// command invokes a command by its title in the palette.
func (p *program) command(title string) {
	p.t.Helper()
	p.key("ctrl+shift+p")
	p.await("the palette", func(s *state) bool { return s.Overlay && s.Field != nil && *s.Field == ">" })
	p.xdo("type", "--delay", "60", title)
	p.await("the title", func(s *state) bool { return *s.Field == ">"+title })
	p.key("Return")
	p.await("the command", func(s *state) bool { return s.Field == nil || *s.Field != ">"+title })
}

// save saves a file in a dialog that suggests the name.
func (p *program) save(offered, name string) {
	p.t.Helper()
	p.await("the dialog for "+offered, func(s *state) bool { return s.Field != nil && *s.Field == offered })
	p.key("ctrl+a")
	p.enter(name)
	p.await("the end of the dialog", func(s *state) bool { return !s.Overlay })
}

// verb runs the program with a verb and returns what it prints.
func verb(args ...string) (out string, err error) {
	cmd := exec.Command(binary, args...)
	var said, complained strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &complained
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, complained.String())
	}
	return said.String(), err
}
