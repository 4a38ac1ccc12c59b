package live_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"threadlens/ingest"
	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// watchable skips tests that need rights this user lacks.
func watchable(t *testing.T) {
	t.Helper()
	if err := record.Check("threadlens"); err != nil {
		t.Skip(err)
	}
}

// spinners are programs that never wait, more of them than there are CPUs.
func spinners(t *testing.T) (pids []int) {
	t.Helper()
	for range runtime.NumCPU() + 1 {
		cmd := exec.Command("sh", "-c", "while :; do :; done")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
		pids = append(pids, cmd.Process.Pid)
	}
	return pids
}

// accounted is the kernel's CPU time of the only thread of a process, ns.
func accounted(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	if err != nil {
		t.Fatal(err)
	}
	used, err := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func monotonic(t *testing.T) int64 {
	t.Helper()
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		t.Fatal(err)
	}
	return now.Nano()
}

// account is the kernel's account at a moment, and the monitor's.
type account struct {
	lag    int64 // from the end of the stretch to the reading, ns
	length model.Time
	kernel []int64
	seen   []model.Time // since the start
}

// accountsOf are the first and the last account of some stretches.
func accountsOf(t *testing.T, pids []int) (first, last account) {
	t.Helper()
	const stretches = 5
	accounts := make(chan account)
	sums := make([]model.Time, len(pids))
	var length model.Time
	n := 0
	w, err := live.Watch(live.Options{Groups: []record.Group{record.Irqs}}, func(m *live.Moment, err error) {
		if n++; n > stretches {
			return
		}
		if err == nil {
			err = errors.Join(modeltest.Check(m.Trace)...)
		}
		if err != nil {
			t.Error(err)
			accounts <- account{}
			return
		}
		addUsed(m, pids, sums)
		length += m.Range.Len()
		a := account{length: length, seen: append([]model.Time{}, sums...)}
		for _, pid := range pids {
			a.kernel = append(a.kernel, accounted(t, pid))
		}
		a.lag = monotonic(t) - m.Trace.Info.Clock.StartNS - int64(m.Range.To)
		accounts <- a
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range stretches {
		if last = <-accounts; i == 0 {
			first = last
		}
	}
	if err := w.Stop(); err != nil || t.Failed() {
		t.Fatal(err)
	}
	return first, last
}

// addUsed adds what processes used in a stretch.
func addUsed(m *live.Moment, pids []int, sums []model.Time) {
	var r measure.Rolling
	r.Add(m.Trace, m.Range, m.Lost, m.Offline)
	for _, p := range r.Monitor().Rows {
		for i, pid := range pids {
			if p.PID == uint32(pid) {
				sums[i] += p.Window
			}
		}
	}
}

// TestAgreesWithProc: the CPU time of programs that never wait is what the kernel accounts to them,
// within two hundredths of a CPU; each stretch obeys the laws of conservation.
func TestAgreesWithProc(t *testing.T) {
	watchable(t)
	pids := spinners(t)
	first, last := accountsOf(t, pids)
	whole := int64(last.length - first.length)
	for i, pid := range pids {
		seen, kernel := int64(last.seen[i]-first.seen[i]), last.kernel[i]-first.kernel[i]
		if slack := whole*2/100 + first.lag + last.lag; seen < kernel-slack || seen > kernel+slack || seen == 0 {
			t.Errorf("process %d: %d ns of %d, the kernel says %d; read %d and %d ns late", pid, seen, whole, kernel, first.lag, last.lag)
		}
	}
}

// openFiles are the files that this program has open.
func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// buffers are the mappings of the kernel's buffers.
func buffers(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "perf_event")
}

// checkSaved: what is kept makes a trace, which does not replace a file.
func checkSaved(t *testing.T, w *live.Watching, name string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := w.Save(path); err != nil {
		t.Fatal(name, err)
	}
	if err := w.Save(path); err == nil {
		t.Errorf("%s was replaced", name)
	}
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(name, err)
	}
	if err := modeltest.Check(tr); err != nil {
		t.Error(name, err)
	}
	if tr.Events[model.KindSwitch] == 0 || tr.End > model.Time(time.Minute) {
		t.Errorf("%s: %d switches in %d ns", name, tr.Events[model.KindSwitch], tr.End)
	}
}

// TestNothingIsLeft: a stopped watch leaves no goroutine, file or buffer, and what was kept can be
// saved before and after, but not over another file.
func TestNothingIsLeft(t *testing.T) {
	watchable(t)
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	seen := make(chan bool, 100)
	w, err := live.Watch(live.Options{Every: 100 * time.Millisecond}, func(*live.Moment, error) { seen <- true })
	if err != nil {
		t.Fatal(err)
	}
	if buffers(t) == 0 {
		t.Error("no buffer of the kernel is mapped while it watches")
	}
	for range 3 {
		<-seen
	}
	checkSaved(t, w, "while.perf.data")
	if err := w.Stop(); err != nil {
		t.Fatal(err)
	}
	checkSaved(t, w, "after.perf.data")
	if err := w.Stop(); err != nil {
		t.Error("stopped twice:", err)
	}
	if n := buffers(t); n != 0 {
		t.Errorf("%d buffers are left", n)
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > goroutines || openFiles(t) > files; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, before %d; %d files, before %d", runtime.NumGoroutine(), goroutines, openFiles(t), files)
		}
	}
}
