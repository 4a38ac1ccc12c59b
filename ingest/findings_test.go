package ingest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
)

// findingsOf are the findings of a recorded trace, by rule.
func findingsOf(t *testing.T, name string) map[string]findings.Finding {
	t.Helper()
	tr := load(t, perfFile(t, name))
	list, err := findings.Find(t.Context(), tr, findings.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]findings.Finding{}
	for _, f := range list {
		found[f.Rule.ID] = f
		for _, e := range f.Evidence {
			if e.Len() == 0 || e.Clip(tr.Whole()) != e.Range {
				t.Errorf("%s: impossible evidence %+v", f.Rule.ID, e)
			}
		}
	}
	return found
}

// TestRecordedFindings: each workload shows the findings that it was made for, and none that others
// were made for.
func TestRecordedFindings(t *testing.T) {
	for _, c := range []struct {
		trace, rule, words string
	}{
		{"oversub8_pinned", "E3", "of the queued time, they were behind"},
		{"oversub8", "E3", "behind the program's own threads"},
		{"python_gil", "E1", "take turns (8 threads): on average 1.12 are active at a time"},
		{"mutex_busy_g_futex", "E2", "mtx-0 … mtx-3 (4 threads) waited 534 ms for futex"},
		{"tick_sleepers_irq", "E9", "up to 16 threads queue after a clock tick"},
		{"pi_rt", "E11", "though a CPU was idle"}, // all bound to one CPU
	} {
		t.Run(c.trace, func(t *testing.T) {
			f, ok := findingsOf(t, c.trace)[c.rule]
			if !ok || !strings.Contains(f.Sentence, c.words) {
				t.Errorf("%s: found %v, %q", c.rule, ok, f.Sentence)
			}
		})
	}
	for _, c := range []struct{ trace, none string }{
		{"states_full", "E1 E3 E4 E7 E9 E10 E11 E15"},
		{"oversub8_pinned", "E1 E4 E7 E9 E10 E15"},
		{"tick_sleepers_irq", "E1 E3 E4 E7 E10 E15"},
		{"mutex_sleep_futex", "E1 E3 E4 E7 E9 E10 E11 E15"},
		{"go_work", "E1 E3 E4 E7 E9 E10 E11 E15"},
		{"forkstorm", "E1 E4 E7 E9 E10 E11 E15"},
		{"mutex_busy", "E1 E20"}, // limited by CPUs: more than a fifth of the demand was queued
		{"prodcons_zstd_g", "E1 E2 E6 E17 E20"},
		{"go_work", "E6 E17 E20"},
		{"percpu_task_only", "E3"},
		{"java_contend", "E6 E17 E20"},
		{"diskio_block_g", "E1 E3 E4 E7 E9 E10 E11 E15"}, // three threads that read at once
	} {
		found := findingsOf(t, c.trace)
		for rule := range strings.FieldsSeq(c.none) {
			if f, ok := found[rule]; ok {
				t.Errorf("%s: %s: %s", c.trace, rule, f.Sentence)
			}
		}
	}
}

// TestWindowsFindings: among the recorded Windows traces only the slow program's has a pattern that
// costs time: its user interface hangs for more than a second.
func TestWindowsFindings(t *testing.T) {
	checked := 0
	for _, path := range sharedTraces(t) {
		if filepath.Base(filepath.Dir(path)) != "etl" {
			continue
		}
		checked++
		want := ""
		if strings.HasPrefix(filepath.Base(path), "win7-xperf-cswitch-slow-ppt") {
			want = "E16"
		}
		list, err := findings.Find(t.Context(), load(t, path), findings.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, f := range list {
			rules = append(rules, f.Rule.ID)
		}
		if got := strings.Join(rules, " "); got != want {
			t.Errorf("%s: %q, want %q", filepath.Base(path), got, want)
		}
	}
	if checked == 0 {
		t.Skip("no Windows trace is recorded here")
	}
}

// TestRecordedWindows: in every window requested of the recorded traces, findings lie inside it.
func TestRecordedWindows(t *testing.T) {
	for _, path := range readableFiles(t) {
		tr := load(t, path)
		for _, r := range []model.Range{{From: tr.End / 3, To: tr.End / 2}, {From: tr.End / 2, To: tr.End/2 + 1}, {From: tr.End - 1, To: tr.End}} {
			if r.Clip(tr.Whole()).Len() == 0 {
				continue
			}
			list, err := findings.Find(t.Context(), tr, findings.Options{Scope: measure.Scope{Range: r}})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				if f.Range.Clip(r) != f.Range || f.Range.Len() == 0 {
					t.Errorf("%s: %s in %v: range %v", filepath.Base(path), f.Rule.ID, r, f.Range)
				}
				for _, e := range f.Evidence {
					if e.Clip(r) != e.Range {
						t.Errorf("%s: %s in %v: evidence %v", filepath.Base(path), f.Rule.ID, r, e)
					}
				}
			}
		}
	}
}
