//go:build linux

package command

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestRecordWorkloads: of programs that measure the CPU time of their threads themselves,
// recordings agree: the kernel's account always, and the switches where slices are long. The
// programs are not part of the repository: $THREADLENS_TRACES names their folder, otherwise it is
// shared/traces next to the repository.
func TestRecordWorkloads(t *testing.T) {
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "traces")
	}
	dir = filepath.Join(dir, "linux", "workloads", "bin")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no workloads at %s: set THREADLENS_TRACES to the folder of the recorded traces", dir)
	}
	for _, workload := range []string{
		"oversub 8 60", "oversub 3 100 5", "prodcons 3 150", "diskio 3 200", "pingpong 15000", "mutex_contend 4 20 2000 500",
	} {
		t.Run(workload, func(t *testing.T) {
			var wrong []string
			// A hypervisor that takes a CPU for times too short to distinguish from noise may
			// disturb a recording, but not all of them.
			for range 3 {
				if wrong = recordWorkload(t, filepath.Join(dir, workload)); len(wrong) == 0 {
					return
				}
			}
			t.Error(strings.Join(wrong, "\n"))
		})
	}
}

// recordWorkload records a program, and reports where the recording's times differ from the
// program's.
func recordWorkload(t *testing.T, command string) (wrong []string) {
	t.Helper()
	said := filepath.Join(t.TempDir(), "said")
	tr, err := ingest.Load(t.Context(), recorded(t, command+" > "+said, "--with", "runtime"), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	own := threadTimes(t, said)
	for tid, want := range own {
		account, runs := accountOf(tr, tid)
		if want.exact && !closeTo(account.Kernel, want.cpu, 0) || !want.exact && account.Kernel < want.cpu {
			wrong = append(wrong, fmt.Sprintf("thread %d measured %d ns of processor time, the kernel accounted %d", tid, want.cpu, account.Kernel))
		}
		if account.Switches > runs*longSlice && !closeTo(account.Switches, account.Kernel, runs) {
			wrong = append(wrong, fmt.Sprintf("thread %d ran for %d ns in %d slices, the kernel accounted %d", tid, account.Switches, runs, account.Kernel))
		}
	}
	if len(own) < 2 {
		t.Errorf("the program logged %d threads", len(own))
	}
	return wrong
}

// The mean slice length from which on the switches also give the CPU time: what passes between the
// readings of the kernel's clock and the records of switches then matters little, at most so much a
// slice.
const (
	longSlice = 500_000
	sliceLead = 25_000
)

// closeTo reports whether got is within 1 % of want, plus what it takes to begin and end a thread,
// and its slices.
func closeTo(got, want, slices model.Time) bool {
	return max(got-want, want-got) <= want/100+200_000+slices*sliceLead
}

// accountOf is the account of a thread id, and in how many slices it ran.
func accountOf(tr *model.Trace, tid model.TID) (a model.Account, runs model.Time) {
	for i := range tr.Threads {
		if tr.Threads[i].TID == tid {
			a.Add(tr.Account(model.ThreadIx(i), tr.Whole()))
			sched, _ := tr.Scheduling(model.ThreadIx(i), tr.Whole(), nil)
			runs += model.Time(sched.In)
		}
	}
	return a, runs
}

// ownTime is what a program logged about a thread: its CPU time, or a lower bound.
type ownTime struct {
	cpu   model.Time
	exact bool
}

// threadTimes are the CPU times that a workload logged: in lines of names, ids and figures, the
// last of which is the time, or in its first line. For mutex_contend the length of each critical
// section is known.
func threadTimes(t *testing.T, path string) map[model.TID]ownTime {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	times := map[model.TID]ownTime{}
	told := map[string]int64{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			for word := range strings.FieldsSeq(lines.Text()) {
				if key, value, ok := strings.Cut(word, "="); ok {
					told[key], _ = strconv.ParseInt(value, 10, 64)
				}
			}
			continue
		}
		cells := strings.Split(lines.Text(), ",")
		var tid model.TID
		if _, err := fmt.Sscan(cells[min(1, len(cells)-1)], &tid); err != nil {
			continue
		}
		if section := told["CS_us"]; section > 0 {
			times[tid] = ownTime{cpu: times[tid].cpu + model.Time(1000*section)}
		} else if ns, err := strconv.ParseInt(cells[len(cells)-1], 10, 64); err == nil {
			times[tid] = ownTime{model.Time(ns), true}
		}
	}
	for _, who := range []string{"ping", "pong"} {
		if tid := told[who+"_tid"]; tid > 0 {
			times[model.TID(tid)] = ownTime{model.Time(told[who+"_cpu_ns"]), true}
		}
	}
	return times
}
