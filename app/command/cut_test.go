package command

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/ingest/cut"
	"threadlens/model"
)

// cutReports are the reports that a cut must not change, and their columns that it may: when a
// thread ended after the window and how long it was in the run queue then, what the kernel booked at
// the window's edges, and what the calls outside it show about the owners of locks and the words that
// belong to one.
var cutReports = map[string][]string{
	"profile": nil, "cpu": nil, "cores": nil, "utilization": nil,
	"threads":    {"end_ns", "accounted_ns", "account_change_percent", "at_least"},
	"contention": {"lock", "ready_after_ns", "owner_running_ns", "owner_preempted_ns", "owner_waiting_ns", "evidence", "at_least"},
}

// TestCutAnswers: over random windows of recorded traces these reports are the same before and after
// cutting. THREADLENS_CUTS=all in the environment tests ten windows of all recorded traces.
func TestCutAnswers(t *testing.T) {
	dir, list := tracesFolder(t), dumpTraces
	windows := 1
	if os.Getenv("THREADLENS_CUTS") == "all" {
		list, windows = allTraces(t, dir), 10
	}
	for _, name := range list {
		if outsideMatters(name) {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		t.Run(name, func(t *testing.T) {
			whole := answersOf(t, path)
			if whole.trace.End == 0 {
				return // everything happens at one instant: there is no window
			}
			rng := rand.New(rand.NewPCG(1, uint64(whole.trace.End)))
			for range windows {
				window := randomWindow(rng, whole.trace.End)
				cutAnswers(t, whole, window, cut.Packed)
				if whole.trace.Info.Format == "perf.data" {
					cutAnswers(t, whole, window, cut.Perf)
				}
			}
		})
	}
}

// outsideMatters reports whether what a trace shows in a window depends on what a cut does not have
// of the time outside it: contradictions, because switches were removed, or times rounded or recorded
// by each CPU apart, so that a thread runs in two places, or that its only sample is at the end.
func outsideMatters(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, "brokenchain") || slices.Contains([]string{
		"ft_prodcons_noirqinfo.ftrace.txt", "mutex_sleep.compact.pftrace", "pingpong_g.compact.pftrace", "states_irq.compact.pftrace",
		"dwarf_inline.txt.gz", "perfview_notimeblocked_induced.txt", "perfview_one_incomplete_switch.txt",
	}, base)
}

// randomWindow is a window of a trace of some length.
func randomWindow(rng *rand.Rand, end model.Time) model.Range {
	length := max(1, end/model.Time([...]int{100, 10, 3, 2}[rng.IntN(4)]))
	from := model.Time(rng.Int64N(int64(max(1, end-length))))
	return model.Range{From: from, To: min(from+length, end)}
}

// cutAnswers compares the reports of a window before and after cutting to a file with an ending.
func cutAnswers(t *testing.T, whole *answers, window model.Range, ending string) {
	t.Helper()
	arg := fmt.Sprintf("--window=%dns-%dns", window.From, window.To)
	part := answersOf(t, cutOf(t, whole.path, ending, arg))
	if held := part.trace.Held(); held != window {
		t.Fatalf("the file holds %v, not %v", held, window)
	}
	for name, may := range cutReports {
		for _, args := range [][]string{{"--all"}, nil} {
			want := cutRows(t, whole, window, name, may, append(args, arg)...)
			for _, after := range [][]string{append(args, arg), args} { // the window is the default
				if got := cutRows(t, part, window, name, may, after...); !slices.Equal(got, want) {
					t.Errorf("%s: %s %v of %v: %s", ending, name, args, window, firstDifferent(want, got))
				}
			}
		}
	}
}

// cutOf cuts a trace.
func cutOf(t *testing.T, path, ending string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "cut"+ending)
	var errOut bytes.Buffer
	if code := Run(t.Context(), append([]string{"cut", path, "-o", out, "--quiet"}, args...), io.Discard, &errOut); code != 0 {
		t.Fatalf("exit %d: %s", code, errOut.String())
	}
	return out
}

// cutRows are the rows of a report, sorted, without the columns that may change and the threads that
// started after the window.
func cutRows(t *testing.T, a *answers, window model.Range, name string, may []string, args ...string) (list []string) {
	t.Helper()
	table, err := a.table(t, name, args...)
	if err != nil {
		return []string{err.Error()}
	}
	var out bytes.Buffer
	if err := export.WriteTable(&out, table, export.MetaOf(a.trace), export.CSV); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	start := slices.Index(rows[0], "start_ns")
	for _, row := range rows {
		var cells []string
		for i, cell := range row {
			if !slices.Contains(may, rows[0][i]) {
				cells = append(cells, cell)
			}
		}
		if start >= 0 {
			if at, err := strconv.ParseInt(row[start], 10, 64); err == nil && at >= int64(window.To) {
				continue
			}
		}
		list = append(list, strings.Join(cells, ","))
	}
	slices.Sort(list)
	return list
}

// firstDifferent is a row that only one of two tables has.
func firstDifferent(want, got []string) string {
	for _, row := range want {
		if !slices.Contains(got, row) {
			return "the cut lacks " + row
		}
	}
	for _, row := range got {
		if !slices.Contains(want, row) {
			return "only the cut has " + row
		}
	}
	return "rows appear more often"
}

// TestCutCommand: what cut refuses, and that a cut of a cut is the same as one of the whole trace.
func TestCutCommand(t *testing.T) {
	path := "../../ingest/text/testdata/7a.tltxt"
	for _, c := range []struct{ args, want string }{
		{"cut " + path + " -o x.perf", "ends in .tltxt.zst or .tltxt or, if the trace is a perf.data file, in .data"},
		{"cut " + path + " -o x.perf.data", "this trace is not a perf.data file, so a part of it cannot be saved as one"},
		{"cut " + path + " -o x.perf.data --anonymize", "--anonymize: perf.data output cannot be anonymized"},
		{"cut " + path + " --from 2s", "the time window is outside the trace"},
		{"cut " + path + " --from 2ms --to 1ms", "not after its start"},
		{"cut", "the name of the trace file is missing"},
	} {
		var errOut bytes.Buffer
		if code := Run(t.Context(), strings.Fields(c.args), io.Discard, &errOut); code == 0 || !strings.Contains(errOut.String(), c.want) {
			t.Errorf("%s: exit %d, %s", c.args, code, errOut.String())
		}
	}
	once := cutOf(t, path, cut.Packed, "--window=100ms-300ms")
	twice := cutOf(t, cutOf(t, path, cut.Packed, "--window=50ms-400ms"), cut.Packed, "--window=100ms-300ms")
	if a, b := answersOf(t, once).report(t, "profile", "--all"), answersOf(t, twice).report(t, "profile", "--all"); a[1] != b[1] {
		t.Errorf("a cut:\n%s\na cut of a cut:\n%s", a[1], b[1])
	}
	var info bytes.Buffer
	if code := Run(t.Context(), []string{"info", once}, &info, io.Discard); code != 0 || !strings.Contains(info.String(), "Part in this file  100.000 – 300.000 ms") {
		t.Errorf("exit %d:\n%s", code, info.String())
	}
}
