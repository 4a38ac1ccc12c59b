package perfdata

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
)

// sharedFiles are all real perf.data files.
func sharedFiles(tb testing.TB) []string {
	tb.Helper()
	dir := recorded.Path(tb, "linux")
	var files []string
	for _, pattern := range []string{"perf/*.perf.data", "public/perf/*"} {
		m, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil || len(m) == 0 {
			tb.Fatal("no files match", pattern, err)
		}
		files = append(files, m...)
	}
	return files
}

func readFile(tb testing.TB, name string) []byte {
	tb.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

var (
	readmeFile  = regexp.MustCompile(`^### (\S+\.perf\.data) `)
	readmeCount = regexp.MustCompile(`(\S+) (\d+)(?:,|$| —)`)
)

// readmeCounts are the numbers of events in the traces' README.
func readmeCounts(tb testing.TB) map[string]map[string]int64 {
	tb.Helper()
	counts := map[string]map[string]int64{}
	file := ""
	for line := range strings.Lines(string(readFile(tb, recorded.Path(tb, "linux", "README.md")))) {
		if m := readmeFile.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if strings.HasPrefix(line, "### ") {
			file = ""
		}
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "- events: ")
		if !ok || file == "" {
			continue
		}
		counts[file] = map[string]int64{}
		for _, m := range readmeCount.FindAllStringSubmatch(list, -1) {
			counts[file][m[1]], _ = strconv.ParseInt(m[2], 10, 64)
		}
	}
	return counts
}

// TestReadmeCounts compares the events in the files with the numbers in their README.
func TestReadmeCounts(t *testing.T) {
	dir := recorded.Path(t, "linux")
	counts := readmeCounts(t)
	if len(counts) < 25 {
		t.Fatalf("only %d files found in the README", len(counts))
	}
	short := map[string]string{"exec": "sched_process_exec", "exit": "sched_process_exit"}
	for file, want := range counts {
		d := decode(t, readFile(t, filepath.Join(dir, "perf", file)), true)
		got := map[string]int64{}
		for _, e := range d.Info().SourceEvents {
			name := strings.TrimPrefix(e.Name, "PERF_RECORD_")
			if e.Provider != "perf" {
				name = name[strings.LastIndexByte(name, ':')+1:]
			}
			got[name] += e.Count
		}
		for name, n := range want {
			if long, ok := short[name]; ok {
				name = long
			}
			if got[name] != n {
				t.Errorf("%s: %d of %s, the README says %d", file, got[name], name, n)
			}
		}
	}
}

// sharedFacts are what else is known of some real files.
var sharedFacts = map[string]func(d *decoded) bool{
	"perf/oversub8.perf.data": func(d *decoded) bool {
		i := d.Info()
		return i.TargetPID == 903 && i.Command == "./oversub 8 150" && !i.PerTask && len(i.Diagnostics) == 0 &&
			i.StartWall.UTC().Format("2006-01-02 15:04:05.000") == "2026-11-21 07:02:10.780"
	},
	"perf/lost_events.perf.data": func(d *decoded) bool {
		return d.Info().LostEvents > 0 && d.diag("lost-events") != nil
	},
	"perf/subsampled_F997.perf.data": func(d *decoded) bool {
		x := d.diag("subsampled")
		return x != nil && x.Count == 8 && strings.Contains(x.Text, "sched:sched_switch")
	},
	"perf/oversub_nice_profile.perf.data": func(d *decoded) bool { return d.diag("subsampled") == nil },
	"perf/percpu_task_only.perf.data":     func(d *decoded) bool { return d.Info().PerTask && d.diag("per-task") != nil },
	"perf/dwarf_stacks.perf.data":         func(d *decoded) bool { return d.Info().PerTask && d.diag("per-task") != nil },
	"perf/switch_events_prof.perf.data": func(d *decoded) bool {
		has := d.Info().Has
		return has.Switches && has.Samples && has.Stacks && !has.Wakes
	},
	"public/perf/linux-perf-data_sleep.compressed2.pipe.data": func(d *decoded) bool {
		x := d.diag("truncated") // perf's own messages follow the records
		return x != nil && strings.Contains(x.Text, "are not a valid record")
	},
	"public/perf/linux-perf-data_sleep.compressed.data": func(d *decoded) bool {
		return d.Info().OS.Machine == "aarch64" && d.Info().CPUs == 16
	},
}

func TestSharedFacts(t *testing.T) {
	dir := recorded.Path(t, "linux")
	for name, check := range sharedFacts {
		d := decode(t, readFile(t, filepath.Join(dir, filepath.FromSlash(name))), false)
		if !check(d) {
			t.Errorf("%s: %+v", name, *d.Info())
		}
	}
}

// TestSharedForms: whether a file is mapped or read piece by piece must not
// matter, and the compressed and gzipped forms of a file hold the same.
func TestSharedForms(t *testing.T) {
	for _, name := range sharedFiles(t) {
		data := readFile(t, name)
		a, errA := tryDecode(data, true)
		b, errB := tryDecode(data, false)
		if (errA == nil) != (errB == nil) {
			t.Errorf("%s: mapped %v, read %v", name, errA, errB)
			continue
		}
		if errA != nil {
			if !strings.Contains(name, "v1") && !strings.Contains(name, "broken.perf") {
				t.Errorf("%s: %v", name, errA)
			}
			continue
		}
		diffLines(t, a.lines(), b.lines())
	}
}
