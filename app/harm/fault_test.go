//go:build linux && amd64

package harm

import (
	"archive/zip"
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// verbRuns are runs of all verbs that read or write files.
var verbRuns = []struct {
	name string
	args []string
	over string // the file that it writes
}{
	{"info", []string{"info", "a.data"}, ""},
	{"report", []string{"report", "threads", "a.data"}, ""},
	{"report to a file", []string{"report", "waits", "a.data", "-o", "out.csv", "--force"}, "out.csv"},
	{"counters", []string{"report", "counters", "a.data", "--counters", "c.csv"}, ""},
	{"findings", []string{"findings", "a.data", "--limits", "limits.json"}, ""},
	{"compare", []string{"compare", "a.data", "b.data"}, ""},
	{"table", []string{"export", "threads", "a.data", "-o", "out.md", "--force"}, "out.md"},
	{"picture", []string{"export", "threads", "a.data", "-o", "out.svg", "--force"}, "out.svg"},
	{"pages", []string{"export", "utilization", "a.data", "-o", "out.pdf", "--force"}, "out.pdf"},
	{"dump", []string{"dump", "a.data", "-o", "out.tltxt", "--force"}, "out.tltxt"},
	{"symbols", []string{"symbols", "a.data", "--symbols", "home"}, ""},
	{"archive", []string{"info", "a.zip"}, ""},
}

// TestFaults: each call that a verb makes about a file of the user's fails, one at a
// time. It says so in one line and fails, or does its work whole; the old file stays or
// the new one is complete; nothing is left over.
func TestFaults(t *testing.T) {
	for _, v := range verbRuns {
		t.Run(v.name, func(t *testing.T) {
			p := newPlace(t)
			p.demo("a.data")
			p.demo("b.data")
			p.write("a.zip", zipped(p.files()["a.data"]))
			p.write("c.csv", "time,Load\n0,1\n1,2\n")
			p.write("limits.json", "{}")
			if v.over != "" {
				p.write(v.over, "old")
			}
			before := p.files()
			whole := p.inject(-1, v.args...)
			if whole.code != 0 || len(whole.calls) == 0 {
				t.Fatalf("without any fault: exit %d, %s", whole.code, whole.errOut)
			}
			after := p.files()
			outcomes := map[string]int{}
			for i := range whole.calls {
				if v.over != "" {
					p.write(v.over, "old")
				}
				got := p.inject(i, v.args...)
				kind, problem := judge(&whole, &got, before, after, p.files(), v.over)
				outcomes[kind]++
				if problem != "" {
					call := "none"
					if i < len(got.calls) {
						call = got.calls[i]
					}
					t.Errorf("call %d, %s, fails: %s; exit %d: %s", i, call, problem, got.code, shorten(got.errOut))
				}
				for name := range p.files() {
					if _, ok := before[name]; !ok {
						p.remove(name)
					}
				}
			}
			t.Logf("%d calls: %v", len(whole.calls), outcomes)
		})
	}
}

// judge is the kind of an outcome, and what is wrong with it.
func judge(whole, got *injected, before, after, left map[string]string, over string) (kind, problem string) {
	if kind, problem = judgeFiles(before, after, left, over, failedToRemove(got)); problem != "" {
		return kind, problem
	}
	same := got.out == whole.out && (over == "" || left[over] == after[over])
	switch {
	case got.hangs:
		return "hangs", "it hangs"
	case got.code == -1, strings.Contains(got.errOut, "goroutine "):
		return "crash", "it crashes"
	case got.code == 0 && same:
		return "done all the same", ""
	case got.code == 0 && got.errOut != whole.errOut:
		return "done with a warning", ""
	case got.code == 0:
		return "silent", "it says nothing, and the answer is another one"
	case !oneLine(without(got.errOut, whole.errOut)):
		return "lines", "the error is not one line"
	}
	return "one line", ""
}

// judgeFiles is what is wrong with the files that are left.
func judgeFiles(before, after, left map[string]string, over string, unremoved bool) (kind, problem string) {
	for _, name := range slices.Sorted(maps.Keys(left)) {
		old, ok := before[name]
		switch {
		case name == over && left[name] != old && left[name] != after[name]:
			return "half", name + " is neither the old file nor the new one"
		case !ok && after[name] == "" && !unremoved:
			return "leftover", name + " is left over"
		case ok && name != over && left[name] != old:
			return "changed", name + " was changed"
		}
	}
	for name := range before {
		if _, ok := left[name]; !ok {
			return "lost", name + " is gone"
		}
	}
	return "", ""
}

// without is an output without the lines that another one has too.
func without(s, other string) string {
	var lines []string
	for line := range strings.Lines(s) {
		if !strings.Contains(other, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

func failedToRemove(got *injected) bool {
	return slices.ContainsFunc(got.calls, func(c string) bool { return strings.HasPrefix(c, "unlinkat ") })
}

func shorten(s string) string {
	if len(s) > 400 {
		return s[:400] + "…"
	}
	return s
}

// zipped is an archive with one file in it.
func zipped(data string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.data")
	if err == nil {
		_, err = f.Write([]byte(data))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
	return b.String()
}
