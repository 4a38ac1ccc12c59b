//go:build linux

package harm

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	if dir := os.Getenv(savesIn); dir != "" {
		saveForever(dir)
	}
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

// verbRun is a run of a verb.
type verbRun struct {
	name, args string // SERVER is replaced by the address of a symbol server
	over       string // the file that it writes, or the folder, which ends with /
	fresh      bool   // it must not exist before
	free       bool   // its output differs from run to run
	system     bool   // calls on files of the system fail, not those on its own
	less       int    // divides the number of calls that fail
}

// writes reports whether a verb writes a file.
func (v *verbRun) writes(name string) bool {
	return v.over != "" && (name == v.over || strings.HasSuffix(v.over, "/") && strings.HasPrefix(name, v.over))
}

// place is a folder in which the program runs, with everything that it may write to.
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

// symbols is where a symbol server has the file that the trace of windows lacks.
const symbols = "sample64.pdb/9E4A0FB4770E157F4C4C44205044422E1/sample64.pdb"

// windows puts a trace of a program whose functions have no names there.
func (p *place) windows(name string) {
	id, file := strings.Split(symbols, "/")[1], strings.Split(symbols, "/")[0]
	p.write(name, "threadlens-trace 1\ncpus 1\nspan 0ns 100us\nos windows\nprocess 1 \"app.exe\" target\nthread 11 pid=1\nthread 12 pid=1\n"+
		"module app.exe path=\"C:\\\\app.exe\" buildid="+id+" pdb="+file+"\nstack 1 \"app.exe!+0x10bb\"\n"+
		"10us cpu0 switch 11 12 wait stack=1\n20us cpu0 wake 11\n30us cpu0 switch 12 11 wait stack=1\n")
}

// server starts a slow symbol server, and returns its address.
func (p *place) server() string {
	p.t.Helper()
	packed, err := os.Open("../../ingest/symbols/testdata/sample64.pdb.gz")
	if err != nil {
		p.t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		p.t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		p.t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+symbols {
			http.NotFound(w, r)
			return
		}
		for part := range slices.Chunk(data, 8<<10) {
			if _, err := w.Write(part); err != nil {
				return // it was killed
			}
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
	}))
	p.t.Cleanup(web.Close)
	return web.URL
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

// patience is how long a run may take before it counts as one that hangs: far longer than any takes on a busy machine.
const patience = 5 * time.Minute

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

// oneLine reports whether an error is one line with the name of the program.
func oneLine(errOut string) bool {
	return strings.HasPrefix(errOut, "threadlens") && strings.Count(errOut, "\n") == 1 && strings.HasSuffix(errOut, "\n")
}

// skipWithoutRights skips a test where recording is not permitted; any other failure is a failure.
func skipWithoutRights(t *testing.T, got outcome) {
	t.Helper()
	switch {
	case got.code == 0:
	case strings.Contains(got.errOut, "To allow recording: "):
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
