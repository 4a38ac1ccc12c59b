package ingest_test

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
)

// TestTimehist compares the run time of every thread with what perf prints for the same file. perf
// omits what runs before a CPU's first and after its last switch, and charges the last slice of an
// exiting thread elsewhere, so a thread may differ by one slice at either end. Threads whose chain
// of switches has a gap are left out: perf charges the whole gap as run time to the next one. It
// also counts time that the hypervisor took, which the model subtracts.
func TestTimehist(t *testing.T) {
	perf, err := exec.LookPath("perf")
	if err != nil {
		t.Skip("perf is not installed")
	}
	for _, name := range []string{
		"oversub8", "oversub8_pinned", "mutex_busy", "mutex_sleep_futex", "pingpong_pinned",
		"pingpong_cross", "sched_messaging", "java_contend", "python_gil",
	} {
		t.Run(name, func(t *testing.T) {
			path := perfFile(t, name)
			out, err := exec.Command(perf, "sched", "timehist", "-f", "-s", "-i", path).Output()
			if err != nil {
				t.Skipf("perf cannot read it here: %v", err)
			}
			tr := load(t, path)
			compared := 0
			for id, want := range timehist(string(out)) {
				if !wholeChain(tr, id) {
					continue
				}
				got := onCPU(tr, id) + stolen(tr, id)
				if slack := slackOf(tr, id) + 2_000; got < want-slack || got > want+slack {
					t.Errorf("thread %d: %d ns, perf says %d ns (allowed difference %d)", id, got, want, slack)
				}
				compared++
			}
			if compared < 3 {
				t.Errorf("only %d threads compared", compared)
			}
		})
	}
}

// runtimeLine matches a line of the summary: name[tid/pid] or name[tid], the
// parent, the number of slices, the run time in ms.
var runtimeLine = regexp.MustCompile(`\[(\d+)(?:/\d+)?\]\s+-?\d+\s+(\d+)\s+(\d+\.\d+)\s`)

// timehist reads the run time by thread id from the summary.
func timehist(out string) map[int64]model.Time {
	run := map[int64]model.Time{}
	for line := range strings.Lines(out) {
		m := runtimeLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		id, _ := strconv.ParseInt(m[1], 10, 64)
		ms, _ := strconv.ParseFloat(m[3], 64)
		if id != 0 {
			run[id] += model.Time(ms * 1e6)
		}
	}
	return run
}

// wholeChain reports whether every switch of a thread was recorded.
func wholeChain(tr *model.Trace, id int64) bool {
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) != id {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			gap := s.State == model.Running && s.From > 0 && s.Flags&model.Inferred != 0
			if gap || s.State == model.Unknown && s.Sub != model.SubNotSeen {
				return false
			}
		}
	}
	return true
}

// stolen is the time that a thread did not execute although it had its CPU.
func stolen(tr *model.Trace, id int64) model.Time {
	var sum model.Time
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) != id {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.Sub == model.SubStolen {
				sum += s.Len()
			}
		}
	}
	return sum
}

// slackOf is the length of a thread's slices that perf does not charge to it: the first and the
// last one, which begin or end without a switch that perf saw, and those from the thread's exit on,
// which perf charges to a task without an id.
func slackOf(tr *model.Trace, id int64) model.Time {
	var slack model.Time
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) != id {
			continue
		}
		var first, last model.Time
		exiting := false
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.State != model.Running {
				continue
			}
			if first == 0 {
				first = s.Len()
			}
			last = s.Len()
			if exiting = exiting || s.Flags&model.Exiting != 0; exiting {
				slack += s.Len()
			}
		}
		slack += first + last
	}
	return slack
}
