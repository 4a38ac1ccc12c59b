package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// TestAccountOfClocks: the kernel's account of a thread matches the thread's own CPU clock, also
// where slices are too short for the switches to agree, and where switches are missing.
func TestAccountOfClocks(t *testing.T) {
	for _, name := range []string{"oversub8", "oversub8_pinned", "oversub_nice_profile", "brokenchain_oversub8"} {
		tr := load(t, perfFile(t, name))
		_, rows := truth(t, name)
		for _, r := range rows {
			own := model.Time(r.int(t, "thread_cpu_ns"))
			if got := accountOf(tr, r.int(t, "tid")); !near(got.Kernel, own) {
				t.Errorf("%s: %s: %+v, its own clock says %d", name, r["thread"], got, own)
			}
		}
	}
	for _, name := range []string{"pingpong_pinned", "pingpong_cross", "brokenchain_pingpong_cross"} {
		tr := load(t, perfFile(t, name))
		facts, err := os.ReadFile(filepath.Join(recorded.Path(t, "linux"), "truth", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]int64{}
		for word := range strings.FieldsSeq(string(facts)) {
			if key, value, ok := strings.Cut(word, "="); ok {
				said[key] = number(value)
			}
		}
		for _, who := range []string{"ping", "pong"} {
			own := model.Time(said[who+"_cpu_ns"])
			if got := accountOf(tr, said[who+"_tid"]); own == 0 || !near(got.Kernel, own) {
				t.Errorf("%s: %s: %+v, its own clock says %d", name, who, got, own)
			}
		}
	}
}

// number is the value of a string of digits, 0 for any other text.
func number(s string) (n int64) {
	if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
		return 0
	}
	return n
}

// accountOf is the account of a thread id.
func accountOf(tr *model.Trace, id int64) (a model.Account) {
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) == id {
			a.Add(tr.Account(model.ThreadIx(ix), tr.Whole()))
		}
	}
	return a
}

// TestAccountOfSwitches: in every recorded trace with the kernel's account, the account of threads
// with long slices matches their switches.
func TestAccountOfSwitches(t *testing.T) {
	const longSlice, once = 500_000, 500_000
	threads := 0
	for _, path := range allTraces(t, "perf.data") {
		tr := load(t, path)
		if !tr.Accounts() {
			continue
		}
		for i := range tr.Threads {
			ix := model.ThreadIx(i)
			a := tr.Account(ix, tr.Whole())
			sched, _ := tr.Scheduling(ix, tr.Whole(), nil)
			runs := model.Time(max(1, sched.In))
			if sched.Lost || a.Switches < runs*longSlice {
				continue
			}
			threads++
			if slack := a.Switches/100 + once + runs*clockLead; abs(a.Kernel-a.Switches) > slack {
				t.Errorf("%s: %s %s: %+v in %d slices", filepath.Base(path), tr.Threads[i].Name(), tr.Threads[i].Key(), a, runs)
			}
		}
	}
	if threads < 150 {
		t.Errorf("only %d threads were compared", threads)
	}
}
