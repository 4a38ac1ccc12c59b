//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// binary is the program under test; missing is why the tests cannot run.
var binary, missing string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "threadlens-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	stop, err := prepare(dir)
	defer stop()
	if err != nil {
		missing = err.Error()
	}
	return m.Run()
}

// prepare finds or starts an X server and builds the program.
func prepare(dir string) (stop func(), err error) {
	stop = func() {}
	if _, err := exec.LookPath("xdotool"); err != nil {
		return stop, fmt.Errorf("xdotool is not installed")
	}
	if os.Getenv("DISPLAY") == "" {
		if stop, err = startServer(); err != nil {
			return stop, err
		}
	}
	binary = filepath.Join(dir, "threadlens")
	build := exec.Command("go", "build", "-o", binary, "threadlens/app")
	build.Env = os.Environ()
	if _, err := exec.LookPath("clang"); err == nil && os.Getenv("CC") == "" {
		build.Env = append(build.Env, "CC=clang") // a third of the time of gcc
	}
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program does not build: %v\n%s", err, out)
		os.Exit(1)
	}
	return stop, nil
}

// startServer starts an Xvfb and, where there is one, a window manager.
func startServer() (stop func(), err error) {
	stop = func() {}
	r, w, err := os.Pipe()
	if err != nil {
		return stop, err
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1920x1200x24", "+extension", "GLX", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		return stop, fmt.Errorf("DISPLAY is not set and Xvfb does not start: %w", err)
	}
	w.Close()
	stop = func() { _ = server.Process.Kill(); _ = server.Wait() }
	line := make([]byte, 16)
	n, err := r.Read(line)
	if err != nil {
		return stop, fmt.Errorf("Xvfb gives no display: %w", err)
	}
	os.Setenv("DISPLAY", ":"+strings.TrimSpace(string(line[:n])))
	if manager := exec.Command("openbox"); manager.Start() == nil {
		kill := stop
		stop = func() { _ = manager.Process.Kill(); _ = manager.Wait(); kill() }
		time.Sleep(500 * time.Millisecond)
	}
	return stop, nil
}

// state is the contents of --state-file; see windowState in app/view.
type state struct {
	Seq      int
	Page     string
	File     string
	Title    string
	Theme    string
	Error    string
	Whole    [2]int64
	Window   [2]int64
	Marked   [2]int64
	Cursors  [2]int64
	Marks    []string
	Selected *struct {
		TID      uint32
		Index    int
		Range    [2]int64
		Category string
		Rect     [4]int
	}
	Overview [4]int
	Ruler    [4]int
	Lanes    [4]int
	Scroll   int
	Rows     []struct {
		Kind int
		Name string
		ID   string
		Y    int
	}
	CanUndo bool `json:"can_undo"`
	CanRedo bool `json:"can_redo"`
	Tab     string
	Pane    bool
	Overlay bool
	Field   *string
	Details string
	Threads int
	Frames  int
	Size    [2]int
	Filter  string
	Sort    string
	Profile map[string]int64
	Table   []tableRow
	View    string
	Percent string
	Replay  struct {
		At      int64
		Playing bool
	}
	Texts []word
}

// tableRow is a row of the profile report.
type tableRow struct {
	TID  uint32
	Name string
	Sums map[string]int64
}

// timeAt is the instant at column x of the window.
func (s *state) timeAt(x int) float64 {
	return float64(s.Window[0]) + float64(x-s.Lanes[0])*s.pixel()
}

// pixel is the length of time of a pixel.
func (s *state) pixel() float64 { return float64(s.length()) / float64(s.Lanes[2]) }

func (s *state) length() int64 { return s.Window[1] - s.Window[0] }

// rowY is the middle of the row of a thread.
func (s *state) rowY(t *testing.T, name string) int {
	t.Helper()
	for _, r := range s.Rows {
		if r.Name == name && r.Kind == 2 {
			return r.Y
		}
	}
	t.Fatalf("no row %q in %v", name, s.Rows)
	return 0
}

// program is a running window.
type program struct {
	t      *testing.T
	cmd    *exec.Cmd
	window string
	file   string // of the state
	config string
	stderr bytes.Buffer
	exited chan error
}

// start starts the program with arguments and waits for its window.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	return startIn(t, t.TempDir(), append([]string{"--theme", "light"}, args...)...)
}

// startIn starts the program with the folder dir for its settings and views.
func startIn(t *testing.T, dir string, args ...string) *program {
	t.Helper()
	if missing != "" {
		t.Skip(missing)
	}
	p := &program{t: t, file: filepath.Join(dir, "state.json"), config: dir, exited: make(chan error, 1)}
	args = append([]string{"open", "--state-file", p.file, "--size", "1440x900"}, args...)
	p.cmd = exec.Command(binary, args...)
	p.cmd.Dir = dir // without the FyneApp.toml that switches the toolkit's check of threads off
	p.cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "LANG=en_US.UTF-8", "FYNE_SCALE=1")
	p.cmd.Stderr = &p.stderr
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.exited <- p.cmd.Wait() }()
	t.Cleanup(p.stop)
	out := p.xdo("search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid))
	ids := strings.Fields(out)
	p.window = ids[len(ids)-1]
	p.await("the first state", func(s *state) bool { return s.Seq > 0 })
	p.xdo("windowfocus", "--sync", p.window)
	return p
}

// stop ends the program and checks its error output.
func (p *program) stop() {
	_ = p.cmd.Process.Kill()
	if p.exited != nil {
		<-p.exited
	}
	for _, line := range strings.Split(p.stderr.String(), "\n") {
		if strings.Contains(line, "Error in Fyne call thread") || strings.HasPrefix(line, "panic:") {
			p.t.Errorf("the program complains: %s", p.stderr.String())
			return
		}
	}
}

// xdo runs xdotool.
func (p *program) xdo(args ...string) string {
	p.t.Helper()
	cmd := exec.Command("timeout", append([]string{"20", "xdotool"}, args...)...)
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("xdotool %v: %v", args, err)
	}
	return string(out)
}

// read is the newest state, nil without one.
func (p *program) read() *state {
	data, err := os.ReadFile(p.file)
	if err != nil {
		return nil
	}
	s := &state{}
	if err := json.Unmarshal(data, s); err != nil {
		p.t.Fatalf("state: %v", err)
	}
	return s
}

// await waits until the state is as expected, and returns it.
func (p *program) await(what string, want func(*state) bool) *state {
	p.t.Helper()
	end := time.Now().Add(20 * time.Second)
	var s *state
	for time.Now().Before(end) {
		if s = p.read(); s != nil && want(s) {
			return s
		}
		time.Sleep(20 * time.Millisecond)
	}
	data, _ := json.Marshal(s)
	p.t.Fatalf("%s did not happen; the state is %s", what, data)
	return nil
}

// rest waits until nothing has changed for a while.
func (p *program) rest() {
	p.t.Helper()
	const while = 500 * time.Millisecond
	seq, since := -1, time.Now()
	p.await("rest", func(s *state) bool {
		if s.Seq != seq {
			seq, since = s.Seq, time.Now()
		}
		return time.Since(since) > while
	})
}

// opened waits until a trace is shown and drawn.
func (p *program) opened() *state {
	p.t.Helper()
	return p.await("the trace", func(s *state) bool { return s.Page == "trace" && s.Lanes[2] > 0 && s.Frames > 0 })
}

// moveTo moves the pointer to a place in the window.
func (p *program) moveTo(x, y int) {
	p.t.Helper()
	p.xdo("mousemove", "--window", p.window, strconv.Itoa(x), strconv.Itoa(y))
}

// click clicks a button of the mouse, including the wheel, n times.
func (p *program) click(button, n int, modifier string) {
	p.t.Helper()
	args := []string{"click", "--repeat", strconv.Itoa(n), "--delay", "40", strconv.Itoa(button)}
	if modifier != "" {
		args = append(append([]string{"keydown", modifier}, args...), "keyup", modifier)
	}
	p.xdo(args...)
}

// drag drags with a button along a line, in a few steps.
func (p *program) drag(button, x0, y0, x1, y1 int) {
	p.t.Helper()
	p.moveTo(x0, y0)
	p.xdo("mousedown", strconv.Itoa(button))
	for i := 1; i <= 8; i++ {
		p.moveTo(x0+(x1-x0)*i/8, y0+(y1-y0)*i/8)
		time.Sleep(15 * time.Millisecond)
	}
	p.xdo("mouseup", strconv.Itoa(button))
}

// zoom turns the wheel n notches at a place with Ctrl held, and waits until all of them have taken
// effect.
func (p *program) zoom(x, y, n int) *state {
	p.t.Helper()
	p.moveTo(x, y)
	want := float64(p.read().length()) / math.Pow(1.25, float64(n))
	p.click(4, n, "ctrl")
	return p.await("zooming", func(s *state) bool { return math.Abs(float64(s.length())-want) < want/1000+2 })
}

// key types keys as xdotool names them: "ctrl+z", "bracketleft".
func (p *program) key(names ...string) {
	p.t.Helper()
	p.xdo(append([]string{"key", "--delay", "60"}, names...)...)
}

// shot is a picture of the window.
func (p *program) shot() image.Image {
	p.t.Helper()
	out, err := exec.Command("import", "-silent", "-window", p.window, "png:-").Output()
	if err != nil {
		p.t.Skipf("no screenshot without ImageMagick's import: %v", err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// shows waits until a pixel of the window is as expected.
func (p *program) shows(at [2]int, what string, want func(color.Color) bool) {
	p.t.Helper()
	end := time.Now().Add(20 * time.Second)
	for {
		got := p.shot().At(at[0], at[1])
		if want(got) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s is %v", what, got)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// idle waits until the program is idle: it is busy while it reads a trace.
func (p *program) idle() {
	p.t.Helper()
	const while = 500 * time.Millisecond
	worked := func() (ticks int) { // hundredths of a second on all CPUs, see proc(5)
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
		if err != nil {
			p.t.Fatal("the program has ended, or nothing shows whether it works: ", err)
		}
		fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		user, errUser := strconv.Atoi(fields[11])
		system, errSystem := strconv.Atoi(fields[12])
		if errUser != nil || errSystem != nil {
			p.t.Fatalf("/proc/%d/stat: %s", p.cmd.Process.Pid, data)
		}
		return user + system
	}
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		before := worked()
		time.Sleep(while)
		if worked()-before <= int(while/(10*time.Millisecond))/10 {
			return
		}
	}
	p.t.Fatal("the program works on and on")
}

// demo is the file of the demo trace.
func demo(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../assets/demo/demo.perf.data")
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Skip(err)
	}
	return path
}
