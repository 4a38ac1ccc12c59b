package profiles_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"threadlens/app/export/browsertest"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// viewersWanted is the variable of the environment with the folder in which .ci/viewers has installed the
// programs of others.
const viewersWanted = "THREADLENS_VIEWERS"

func viewers(t *testing.T) string {
	t.Helper()
	folder := os.Getenv(viewersWanted)
	if folder == "" {
		t.Skipf("opens files in other programs: set %s to the folder that .ci/viewers prints", viewersWanted)
	}
	return filepath.Join(folder, "node_modules")
}

// TestFirefoxProfiler: the Firefox Profiler opens the file and finds the threads, and for each the CPU time and
// the time by category that we report.
func TestFirefoxProfiler(t *testing.T) {
	folder := viewers(t)
	for name, tr := range map[string]*model.Trace{"locked": lockedTree(t).Trace, "world": modeltest.Parse(t, "world.tltxt", modeltest.World(5))} {
		s := stacksOf(tr, calltree.TreeBlocking)
		path := filepath.Join(t.TempDir(), "x.json.gz")
		if err := os.WriteFile(path, []byte(written(t, s, path)), 0o600); err != nil {
			t.Fatal(err)
		}
		sessions, err := os.MkdirTemp("", "fx") // the name of a socket in it must be short
		if err != nil {
			t.Fatal(err)
		}
		run := func(args ...string) []byte {
			t.Helper()
			args = append([]string{filepath.Join(folder, "@firefox-devtools/profiler-cli/dist/profiler-cli.js")}, args...)
			c := exec.Command(filepath.Join(folder, "node/bin/node"), args...)
			c.Env = append(os.Environ(), "PROFILER_CLI_SESSION_DIR="+sessions)
			out, err := c.Output()
			if err != nil {
				t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
			}
			return out
		}
		run("load", path)
		t.Cleanup(func() {
			run("stop", "--all")
			os.RemoveAll(sessions)
		})
		var list struct {
			Threads []struct {
				ThreadIndex int
				CPUMS       float64
			}
		}
		if err := json.Unmarshal(run("thread", "list", "--json"), &list); err != nil || len(list.Threads) != len(s.Threads) {
			t.Fatalf("%s: %d threads of %d: %v", name, len(list.Threads), len(s.Threads), err)
		}
		cpu := map[int]float64{}
		for _, x := range list.Threads { // these with much CPU time come first
			cpu[x.ThreadIndex] = x.CPUMS
		}
		for i, ix := range s.Threads {
			var samples struct {
				CategoryBreakdown struct {
					Categories []struct {
						Name    string
						Samples float64
					}
				}
			}
			if err := json.Unmarshal(run("thread", "samples", "--thread", "t-"+strconv.Itoa(i), "--include-idle", "--json"), &samples); err != nil {
				t.Fatal(err)
			}
			got := map[string]float64{}
			for _, c := range samples.CategoryBreakdown.Categories {
				got[c.Name] = c.Samples
			}
			sums := tr.Sums(ix, s.Range)
			for c, time := range sums {
				if title := model.Category(c).Title(); math.Abs(got[title]-float64(time)/1e6) > 1e-6 {
					t.Errorf("%s, thread %d: %s takes %v ms, want %d ns", name, i, title, got[title], time)
				}
			}
			if math.Abs(cpu[i]-float64(sums[model.Execution])/1e6) > 1e-6 {
				t.Errorf("%s, thread %d: %v ms of CPU time, want %d ns", name, i, cpu[i], sums[model.Execution])
			}
		}
	}
}

// functionTotal is the time of a function in ns, with and without those that it called.
type functionTotal struct{ total, self int64 }

// add counts a stack, in which a function may be twice.
func add(totals map[string]functionTotal, stack []string, weight int64) {
	seen := map[string]bool{}
	for i, name := range stack {
		x := totals[name]
		if !seen[name] {
			x.total += weight
		}
		if i == len(stack)-1 {
			x.self += weight
		}
		totals[name], seen[name] = x, true
	}
}

// TestSpeedscope: speedscope opens folded stacks and threads in Chromium, and shows the totals of all functions
// that the files hold. What the files hold, other tests compare with our reports.
func TestSpeedscope(t *testing.T) {
	page := filepath.Join(viewers(t), "speedscope/dist/release/index.html")
	b := browsertest.Visit(t, "Chromium")
	s := lockedTree(t)
	lines := written(t, s, "x.folded")
	totals := map[string]functionTotal{}
	for line := range strings.Lines(lines) {
		at := strings.LastIndexByte(line, ' ')
		weight, err := strconv.ParseInt(strings.TrimSpace(line[at:]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		add(totals, strings.Split(line[:at], ";"), weight)
	}
	opensInSpeedscope(b, page, "x.folded", lines, totals, thousands)

	var f struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct {
			Samples [][]int
			Weights []int64
		}
	}
	threads := written(t, s, "x.speedscope.json")
	if err := json.Unmarshal([]byte(threads), &f); err != nil {
		t.Fatal(err)
	}
	clear(totals)
	for i, sample := range f.Profiles[0].Samples {
		var stack []string
		for _, frame := range sample {
			stack = append(stack, f.Shared.Frames[frame].Name)
		}
		add(totals, stack, f.Profiles[0].Weights[i])
	}
	opensInSpeedscope(b, page, "x.speedscope.json", threads, totals, shortTime)
}

// opensInSpeedscope opens a file as speedscope's own command does, and compares its list of functions.
func opensInSpeedscope(b browsertest.Visitor, page, name, file string, totals map[string]functionTotal, format func(int64) string) {
	b.Helper()
	js := filepath.Join(b.TempDir(), "x.js")
	text := fmt.Sprintf("speedscope.loadFileFromBase64(%q, %q)", name, base64.StdEncoding.EncodeToString([]byte(file)))
	if err := os.WriteFile(js, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Open(page)
	b.Eval(`(location.hash = "#localProfilePath=` + js + `", location.reload())`)
	var shown string
	for range 100 {
		b.Eval(`window.dispatchEvent(new KeyboardEvent("keypress", {key: "3"}))`) // the list of functions
		shown = b.Eval(`document.body.innerText`)
		if strings.Contains(shown, "Symbol Name") {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	for function, x := range totals {
		// Total, self and name are lines; the figures are followed by a share.
		found := false
		lines := strings.Split(shown, "\n")
		for i := 2; i < len(lines); i++ {
			total, _, _ := strings.Cut(strings.TrimSpace(lines[i-2]), " (")
			self, _, _ := strings.Cut(strings.TrimSpace(lines[i-1]), " (")
			found = found || strings.TrimSpace(lines[i]) == function && total == format(x.total) && self == format(x.self)
		}
		if !found {
			b.Errorf("%s: no line %s, %s of %q in\n%s", name, format(x.total), format(x.self), function, shown)
		}
	}
	if len(totals) < 3 {
		b.Errorf("%s: only %d functions", name, len(totals))
	}
}

// thousands is a number as speedscope shows those without a unit.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// shortTime is a time in ns as speedscope shows it.
func shortTime(ns int64) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if float64(ns) >= unit.ns {
			return strconv.FormatFloat(float64(ns)/unit.ns, 'f', 2, 64) + unit.name
		}
	}
	return strconv.FormatFloat(float64(ns), 'f', 2, 64) + "ns"
}
