package findings_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"threadlens/assets"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/findings"
)

// TestRecorded: what must and must not be found in recorded traces. The repository
// does not contain them: $THREADLENS_TRACES names their folder, otherwise it is
// shared/traces next to the repository.
func TestRecorded(t *testing.T) {
	dir := filepath.Join(cmp.Or(os.Getenv("THREADLENS_TRACES"), "../../../../shared/traces"), "linux", "perf")
	for _, test := range []struct {
		file       string
		have, lack []string // rules
	}{
		{"pi_rt", []string{"E5"}, nil},
		{"pingpong_cross", []string{"E14"}, []string{"E5", "E3"}},
		{"pingpong_pinned", []string{"E14"}, []string{"E5", "E3"}},
		{"oversub8_pinned", []string{"E3"}, []string{"E5", "E6", "E14"}},
		{"tick_sleepers_irq", []string{"E9"}, []string{"E5", "E6", "E8", "E14"}},
		{"mutex_busy_g_futex", []string{"E1", "E2"}, []string{"E5", "E14"}}, // each holds the lock for 2 ms of 2.5 ms
		{"brokenchain_mutex_busy_g_futex", []string{"E2", "E6"}, []string{"E5", "E14"}},
		{"prodcons_zstd_g", []string{"E3"}, []string{"E6", "E17"}}, // consumers of one producer
		{"go_work", nil, []string{"E6"}},                           // threads of the runtime
		{"percpu_task_only", nil, []string{"E3"}},                  // some threads only: the other CPU is unknown
		{"java_contend", nil, []string{"E6", "E17"}},
		{"mutex_sleep_futex", []string{"E2"}, []string{"E5", "E6", "E14"}},
		{"states_full", nil, []string{"E2", "E3", "E5", "E6", "E8", "E12", "E13", "E14", "E16", "E17", "E18"}},
	} {
		t.Run(test.file, func(t *testing.T) {
			name := filepath.Join(dir, test.file+".perf.data")
			if _, err := os.Stat(name); err != nil {
				t.Skipf("not recorded here: %v", err)
			}
			tr, err := ingest.Load(t.Context(), name, ingest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, tr, test.have, test.lack)
		})
	}
}

// TestDemo: the worker that is preempted while it holds the lock is found.
func TestDemo(t *testing.T) {
	tr, err := ingest.LoadBytes(t.Context(), assets.DemoName, assets.Demo(), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, tr, []string{"E6"}, []string{"E5", "E14"})
	f := only(t, tr, "E6")[0]
	if f.Severity != findings.Problem || tr.Threads[f.Threads[0]].Name() != "worker-2" || tr.Threads[f.Threads[1]].Name() != "worker-1" {
		t.Errorf("the first is %s: %s", f.Severity, f.Sentence)
	}
}

// TestRecordedLocks: findings about contention in recorded traces agree with the
// report of locks.
func TestRecordedLocks(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("THREADLENS_TRACES"), "../../../../shared/traces"), "linux", "perf", "*.perf.data"))
	if len(files) == 0 {
		t.Skip("not recorded here")
	}
	checked := 0
	for _, name := range files {
		tr, err := ingest.Load(t.Context(), name, ingest.Options{})
		if err != nil {
			continue // other tests cover it
		}
		low, err := findings.NewLimits().With("E2.share", 0)
		if err != nil {
			t.Fatal(err)
		}
		list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{"E2"}, Limits: low})
		if err != nil {
			t.Fatal(err)
		}
		checked += checkLocks(t, tr, list)
	}
	if checked < 5 {
		t.Errorf("only %d locks checked", checked)
	}
}

// expect checks that some rules are found, and others are not.
func expect(t *testing.T, tr *model.Trace, have, lack []string) {
	t.Helper()
	list, err := findings.Find(t.Context(), tr, findings.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for i := range list {
		f := &list[i]
		rules = append(rules, f.Rule.ID)
		if slices.Contains(lack, f.Rule.ID) {
			t.Errorf("found: %s %s", f.Rule.ID, f.Sentence)
		}
		if f.Sentence == "" || f.Try == "" || len(f.Threads) == 0 || len(f.Evidence) == 0 || f.Range.Clip(tr.Whole()) != f.Range {
			t.Errorf("incomplete: %+v", f)
		}
	}
	for _, id := range have {
		if !slices.Contains(rules, id) {
			t.Errorf("%s is not found", id)
		}
	}
}
