//go:build linux

package command

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// treeScript makes a shell compute and start two sleeps, one of them from another shell.
const treeScript = "sleep 0.1; i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done; (sleep 0.1; true)"

// loadTree reads the recording of treeScript, and checks that it has its processes and
// no others.
func loadTree(t *testing.T, path string) *model.Trace {
	t.Helper()
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	if !tr.Info.PerTask || tr.Counters[model.CountMismatch] > 0 {
		t.Errorf("of single threads: %v, %d switches do not fit", tr.Info.PerTask, tr.Counters[model.CountMismatch])
	}
	if n := asleep(tr); n != 2 {
		t.Errorf("%d sleeps of two are there", n)
	}
	for i := range tr.Threads {
		th := &tr.Threads[i]
		s := tr.Sums(model.ThreadIx(i), tr.Whole())
		if known := slices.Contains([]string{"sh", "sleep"}, th.Name()); !known && s.Total() > s[model.UnknownCategory] {
			t.Errorf("%s %s is there with %v", th.Name(), th.Key(), s)
		}
	}
	i := slices.IndexFunc(tr.Processes, func(p model.Process) bool { return p.PID == tr.Info.TargetPID })
	if i < 0 || tr.Processes[i].Name != "sh" {
		t.Errorf("the recording is about process %d", tr.Info.TargetPID)
	}
	return tr
}

// booked is the CPU time of the programs that this process has started and that have ended, by the
// kernel's account.
func booked(t *testing.T) model.Time {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		t.Fatal(err)
	}
	return model.Time(u.Utime.Nano() + u.Stime.Nano())
}

// TestRecordTree: a command is recorded alone, with all its descendants; with the right to see the
// kernel's events, the reasons of waits are recorded too. Next to other work the launcher, which is
// not recorded, may take long to start the command, and a host may stop a virtual machine in the middle
// of a switch, where the kernel already books its time: one success suffices.
func TestRecordTree(t *testing.T) {
	for range 3 {
		truth, kernel, fits := recordTree(t)
		if d := truth - kernel; truth == 0 || fits && d >= -1e6 && d <= truth/4+10e6 && kernel >= 10e6 {
			return
		}
		t.Logf("%v of CPU time are booked, the recording has %v", truth, kernel)
	}
	t.Error("the recording never has the CPU time that is booked")
}

// recordTree records a command, and returns its CPU time by the kernel's account and by the
// recording; 0 without the right to see the kernel's events. fits reports that no thread ran for less
// time than the kernel has booked.
func recordTree(t *testing.T) (truth, kernel model.Time, fits bool) {
	t.Helper()
	before := booked(t)
	path := recorded(t, treeScript, "--tree", "--stacks", "--samples", "500")
	truth = booked(t) - before
	tr := loadTree(t, path)
	if len(tr.Samples) == 0 {
		t.Error("no samples")
	}
	if !tr.Info.Has.Wakes {
		return 0, 0, true
	}
	fits = true
	for i := range tr.Threads {
		ix := model.ThreadIx(i)
		a := tr.Account(ix, tr.Whole())
		kernel += a.Kernel
		// What a host takes from a virtual machine is in the switches and not in the
		// kernel's account: the account may be the smaller one by any factor.
		if a.Kernel > a.Switches+a.Switches/5+1e6 {
			t.Logf("%s: %+v", tr.Threads[i].Name(), a)
			fits = false
		}
		if s := tr.Sums(ix, tr.Whole()); tr.Threads[i].Name() == "sleep" && s[model.Sleep] < 90e6 {
			t.Errorf("a sleep has %v", s)
		}
	}
	return truth, kernel, fits
}

// shells starts a shell that starts another. Once they may read two lines, they start four sleeps
// together; done reports that all have ended.
func shells(t *testing.T) (pid int, lines io.WriteCloser, done chan error) {
	t.Helper()
	cmd := exec.Command("sh", "-c", "exec 3<&0; sh -c 'echo; read x <&3; for i in 1 2 3; do sleep 0.05; done' & read y; sleep 0.1; wait")
	lines, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	there, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := there.Read(make([]byte, 1)); err != nil { // both shells have started
		t.Fatal(err)
	}
	done = make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	return cmd.Process.Pid, lines, done
}

// TestRecordTreeOf: a running process is recorded with those that it started before and starts
// meanwhile, until all have ended.
func TestRecordTreeOf(t *testing.T) {
	for _, flags := range [][]string{nil, {"--for", "20s"}} {
		pid, lines, done := shells(t)
		path := filepath.Join(t.TempDir(), "x.perf.data")
		var out bytes.Buffer
		told := writerFunc(func(p []byte) (int, error) {
			if strings.Contains(string(p), "recording to") {
				if _, err := lines.Write([]byte("go\ngo\n")); err != nil {
					t.Error(err)
				}
			}
			return out.Write(p)
		})
		args := append([]string{"record", "--tree", "--pid", strconv.Itoa(pid), "-o", path}, flags...)
		code := Run(context.Background(), args, &out, told)
		_ = lines.Close() // both have read their lines
		if err := <-done; err != nil {
			t.Error(err)
		}
		if strings.Contains(out.String(), "To allow recording: ") {
			t.Skip(out.String())
		}
		if code != ExitOK {
			t.Fatalf("exit %d: %s", code, &out)
		}
		tr, err := ingest.Load(t.Context(), path, ingest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := sleeps(tr); n != 4 || tr.Info.TargetPID != uint32(pid) {
			t.Errorf("%d sleeps of 4, for process %d of %d: %s", n, tr.Info.TargetPID, pid, &out)
		}
	}
}

// sleeps is how many programs named sleep began and ended.
func sleeps(tr *model.Trace) (n int) {
	for i := range tr.Threads {
		if th := &tr.Threads[i]; th.Name() == "sleep" && th.Started && th.Ended {
			n++
		}
	}
	return n
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// withoutRights is the environment variable with the folder that the test without rights may write
// to, where it runs as another user.
const withoutRights = "THREADLENS_TEST_WITHOUT_RIGHTS"

// TestRecordTreeWithoutRights: a user without any rights can record own programs alone, and is
// refused, with a hint, where the whole system was requested.
func TestRecordTreeWithoutRights(t *testing.T) {
	dir := os.Getenv(withoutRights)
	if dir == "" && os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	if dir == "" {
		dir = t.TempDir()
	} else if err := syscall.Setuid(65534); err != nil {
		t.Skip(err)
	}
	run := func(args ...string) (int, string) {
		var out bytes.Buffer
		args = append([]string{"record", "-o", filepath.Join(dir, "x.perf.data")}, args...)
		code := Run(context.Background(), append(args, "--", "sh", "-c", treeScript), &out, &out)
		return code, out.String()
	}
	code, said := run("--tree")
	if strings.Contains(said, "To allow recording: ") {
		t.Skip(said)
	}
	if code != ExitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	if err := record.Check("threadlens"); err == nil {
		t.Skip("this user has rights")
	}
	if strings.Contains(said, "of the CPUs' time") {
		t.Errorf("a cost is said that cannot be measured: %s", said)
	}
	if !strings.Contains(said, "This user is not allowed to record kernel events") {
		t.Errorf("it is not said what is missing: %s", said)
	}
	tr := loadTree(t, filepath.Join(dir, "x.perf.data"))
	if tr.Info.Has.Wakes || !tr.Info.Has.Switches {
		t.Errorf("%+v", tr.Info.Has)
	}
	if code, said := run("--force"); code == ExitOK || !strings.Contains(said, " record --tree can still record a command or one of your processes") {
		t.Errorf("exit %d: %s", code, said)
	}
}

// asNobody runs the test as a user without rights.
func asNobody(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "threadlens")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), withoutRights+"="+dir)
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil:
		t.Errorf("%v: %s", err, out)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	}
}
