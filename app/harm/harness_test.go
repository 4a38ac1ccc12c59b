//go:build linux

package harm

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// program builds the program without its window, once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "threadlens-harm-")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // other users run it too
		return "", err
	}
	path := filepath.Join(dir, "threadlens")
	cmd := exec.Command("go", "build", "-tags", "nogui", "-o", path, "threadlens/app")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// outcome is how a run of the program ended.
type outcome struct {
	code        int // -1: killed
	out, errOut string
}

// place is a folder in which the program runs, with all that it may write to in it.
type place struct {
	t   *testing.T
	dir string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the program many times")
	}
	if _, err := program(); err != nil { // before anything is timed
		t.Fatal(err)
	}
	p := &place{t, t.TempDir()}
	for _, name := range []string{"home", "tmp"} {
		if err := os.Mkdir(p.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *place) path(name string) string { return filepath.Join(p.dir, name) }

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(p.path(name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) remove(name string) {
	p.t.Helper()
	if err := os.Remove(p.path(name)); err != nil {
		p.t.Fatal(err)
	}
}

// demo puts the demo's trace there.
func (p *place) demo(name string) {
	p.t.Helper()
	data, err := os.ReadFile("../../assets/demo/demo.perf.data")
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(name, string(data))
}

// files are the names and contents of all files there.
func (p *place) files() map[string]string {
	p.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(p.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, p.dir+"/")] = string(data)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return files
}

// command is the program, ready to start in the place.
func (p *place) command(args ...string) *exec.Cmd {
	p.t.Helper()
	path, err := program()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = p.dir
	cmd.Env = []string{
		"HOME=" + p.path("home"), "TMPDIR=" + p.path("tmp"), "PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8", "GOMAXPROCS=2",
	}
	return cmd
}

// patience is for how long a run may last.
const patience = time.Minute

// run starts a command, does something else, and waits for its end.
func run(t *testing.T, cmd *exec.Cmd, meanwhile ...func()) outcome {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, f := range meanwhile {
		f()
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer stop()
	err := cmd.Wait()
	if ctx.Err() != nil {
		t.Errorf("%v hangs", cmd.Args[1:])
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// oneLine reports whether an error is one line that says who reports it.
func oneLine(errOut string) bool {
	return strings.HasPrefix(errOut, "threadlens") && strings.Count(errOut, "\n") == 1 && strings.HasSuffix(errOut, "\n")
}

// skipWithoutRights skips a test where nobody may record; any other failure is one.
func skipWithoutRights(t *testing.T, got outcome) {
	t.Helper()
	switch {
	case got.code == 0:
	case strings.Contains(got.errOut, "To allow it: "):
		t.Skip(got.errOut)
	default:
		t.Fatalf("exit %d: %s", got.code, got.errOut)
	}
}

// setting is a number from the environment.
func setting(t *testing.T, name string, otherwise int) int {
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is no number", name, s)
	}
	return n
}
