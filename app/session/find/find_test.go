package find

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
)

var someCommands = []Command{
	{Title: "Zoom In"},
	{Title: "Hide", Also: "Hide the selected thread"},
	{Title: "Theme: Dark"},
	{Title: "Wait Chain"},
}

// text prints the hits, one per line.
func (f Found) text() string {
	var b strings.Builder
	for _, g := range f.Groups {
		fmt.Fprintf(&b, "%s %d of %d\n", g.Subject, len(g.Hits), g.Total)
		for _, h := range g.Hits {
			fmt.Fprintf(&b, "\t%s (%s)\n", h.Title, h.Note)
		}
	}
	return b.String() + f.Note
}

func TestFind(t *testing.T) {
	x := NewIndex(paper(t))
	tests := []struct{ name, text, want string }{
		{"word start before inside, short before long", "wait", `
Functions 4 of 4
	WaitForSingleObjectEx (kernelbase)
	CLREventBase::Wait (clr)
	NtWaitForSingleObject (ntdll)
	WKS::gc_heap::wait_for_gc_done (clr)
Commands 1 of 1
	Wait Chain ()
`},
		{"the best group first", "clr", `
Modules 1 of 1
	clr ()
Functions 2 of 2
	CLREventBase::Set (clr)
	CLREventBase::Wait (clr)
`},
		{"a thread by its number", "6420", "Threads 1 of 1\n\t6420 (ThreadContentionGenerator.exe 1396)\n"},
		{"all words must match", "THREAD content", "Processes 1 of 1\n\tThreadContentionGenerator.exe 1396 (3 threads)\n"},
		{"letters in order", "wfso", "Functions 1 of 1\n\tWaitForSingleObjectEx (kernelbase)\n"},
		{"letters too far apart", "wksrt", "Functions 1 of 1\n\tWKS::gc_heap::restart (clr)\n"},
		{"ids begin with", ":7", "Threads 2 of 2\n\t7000 (Other.exe 6156)\n\t7001 (Other.exe 6156)\n"},
		{"a process by its id", ": 6156", "Processes 1 of 1\n\tOther.exe 6156 (2 threads)\n"},
		{"no id", ":x", "No matches."},
		{"a command by its other words", "> thread hide", "Commands 1 of 1\n\tHide ()\n"},
		{"letters of a command in order", ">wtch", "Commands 1 of 1\n\tWait Chain ()\n"},
		{"other words count in full", ">sthr", "No matches."},
		{"nothing", "qqq", "No matches."},
		{"a range", "@0.1s-0.2s", "Time 1 of 1\n\t100.000 – 200.000 ms (100 ms)\n"},
		{"an instant", " @ 270ms", "Time 1 of 1\n\t220.000 – 320.000 ms (100 ms)\n"},
		{"no time", "@x", `"x" is not a unit of time: use ns, µs, ms, s or min`},
		{"no time yet", "@", "Enter a time (7611ms), a range (7.3s-7.9s), or the length of a range from the timeline's left edge (+250ms)."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := x.Find(tt.text, someCommands, model.Range{To: 100 * milli}, naming.Terms{})
			got := strings.ReplaceAll(found.text(), "\u2009", " ")
			if want := strings.TrimPrefix(tt.want, "\n"); got != want {
				t.Errorf("%q found\n%s\nwant\n%s", tt.text, got, want)
			}
		})
	}
}

// TestFindTitleFirst: a match in a title ranks before one in a description.
func TestFindTitleFirst(t *testing.T) {
	commands := []Command{
		{Title: "Next Hop", Also: "Go to the next hop of the critical path (a stretch of one thread)"},
		{Title: "Path of a Critical Thing"},
		{Title: "Critical Path of All"},
		{Title: "Critical Path"},
	}
	var x *Index
	want := "Commands 4 of 4\n\tCritical Path ()\n\tCritical Path of All ()\n\tPath of a Critical Thing ()\n\tNext Hop ()\n"
	if got := x.Find(">critical path", commands, model.Range{}, naming.Terms{}).text(); got != want {
		t.Errorf("%s", got)
	}
}

// TestFindWhatCanBeDoneFirst: what cannot be done comes after what can, unless its title was typed in
// full: then Enter says why it cannot.
func TestFindWhatCanBeDoneFirst(t *testing.T) {
	commands := []Command{{Title: "Call Tree of Thread", Off: true}, {Title: "Tab: Call Tree"}, {Title: "Critical Path", Off: true}, {Title: "Report: Critical path"}}
	var x *Index
	for text, want := range map[string]int{"call tree": 1, "call tree of": 0, "critical path": 2, "Critical Path…": 2, "critical p": 3} {
		if hits := x.Find(FindCommand+text, commands, model.Range{}, naming.Terms{}).Groups[0].Hits; hits[0].Ref != want {
			t.Errorf("%q finds %q first", text, hits[0].Title)
		}
	}
}

// TestFindByTheNameOfAReport: hyphens do not count, and other commands that begin with the text come first.
func TestFindByTheNameOfAReport(t *testing.T) {
	commands := []Command{
		{Title: "Report: Virtual CPUs", Name: "vcpus"},
		{Title: "Report: Blocked on", Name: "blocked-on"},
		{Title: "Block-out Sheet"},
		{Title: "Blocked on"},
	}
	x := NewIndex(paper(t))
	for text, want := range map[string]string{
		"blocked-on": "Report: Blocked on", "Blocked-On": "Report: Blocked on", "blocked-": "Report: Blocked on",
		"blockedon": "Report: Blocked on", "blocked on": "Blocked on", "vcpus": "Report: Virtual CPUs", "block-o": "Block-out Sheet",
	} {
		groups := x.Find(FindCommand+text, commands, model.Range{}, naming.Terms{}).Groups
		if len(groups) == 0 || groups[0].Hits[0].Title != want {
			t.Errorf("%q finds %v, want %q first", text, groups, want)
		}
	}
}

func TestFindWithoutTextIsEverything(t *testing.T) {
	found := NewIndex(paper(t)).Find("", someCommands, model.Range{}, naming.Terms{})
	var got []string
	for _, g := range found.Groups {
		got = append(got, fmt.Sprint(g.Subject, " ", g.Total))
	}
	want := []string{"Threads 6", "Processes 3", "Functions 11", "Modules 5", "Commands 4"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if first := found.Groups[0].Hits[0]; first.Title != "6420" {
		t.Errorf("the first thread is %q, want one of the target, in order", first.Title)
	}
}

func TestFindWithoutATrace(t *testing.T) {
	var x *Index
	if got := x.Find("zoom", someCommands, model.Range{}, naming.Terms{}); got.text() != "Commands 1 of 1\n\tZoom In ()\n" {
		t.Errorf("%s", got.text())
	}
}

// many is a trace with many threads and functions.
func many(t testing.TB, threads, functions int) *model.Trace {
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0us %dus\nos linux\nprocess 7 server\n", threads+1)
	for i := range threads {
		fmt.Fprintf(&b, "thread %d pid=7 name=\"worker %d\"\n", i+1, i%100)
	}
	for i := range threads {
		fmt.Fprintf(&b, "%dus cpu0 switch %d %d wait\n", i+1, max(i, 1), i+1)
	}
	tr := modeltest.Parse(t, "many", b.String())
	module := tr.Tables.Strings.ID("libserver.so")
	for i := range functions {
		tr.Tables.Stacks.Push(model.NoStack, model.Frame{Name: tr.Tables.Strings.ID(fmt.Sprint("Function", i)), Module: module})
	}
	return tr
}

func TestFindIsBoundedAndCounts(t *testing.T) {
	const threads, functions = 10_000, 100_000
	x := NewIndex(many(t, threads, functions))
	tests := []struct {
		text   string
		totals map[Subject]int
	}{
		{"", map[Subject]int{SubjectThread: threads, SubjectProcess: 1, SubjectFunction: functions, SubjectModule: 1, SubjectCommand: 4}},
		// 100 names with 42, 299 ids, and 4243 has both.
		{"worker 42", map[Subject]int{SubjectThread: 100 + 299 - 1}},
		{"function7", map[Subject]int{SubjectFunction: 11_111}},
		{"function99999", map[Subject]int{SubjectFunction: 1}},
		{"fnc7", map[Subject]int{SubjectFunction: functions - 9*9*9*9*9}},
	}
	for _, tt := range tests {
		found := x.Find(tt.text, someCommands, model.Range{}, naming.Terms{})
		if n := found.Len(); n == 0 || n > MaxHits {
			t.Errorf("%q: %d hits", tt.text, n)
		}
		got := map[Subject]int{}
		for _, g := range found.Groups {
			got[g.Subject] = g.Total
			if len(g.Hits) == 0 || len(g.Hits) > g.Total {
				t.Errorf("%q: %d of %d %s", tt.text, len(g.Hits), g.Total, g.Subject)
			}
		}
		if !reflect.DeepEqual(got, tt.totals) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.totals)
		}
		if again := x.Find(tt.text, someCommands, model.Range{}, naming.Terms{}); !reflect.DeepEqual(found, again) {
			t.Errorf("%q: another search finds something else", tt.text)
		}
	}
}

func TestSpots(t *testing.T) {
	tr := modeltest.Parse(t, "spots", `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
stack 1 "app!lock" "app!work" "app!main"
stack 2 "app!spin" "app!main"
stack 3 "lib!lock" "app!main"
10us cpu0 switch idle 8 preempt
50us cpu0 sample 8 stack=2
100us cpu0 switch 8 9 wait stack=1
300us cpu0 wake 8 stack=3
400us cpu0 switch 9 8 wait stack=3
700us cpu0 sample 8 stack=2
`)
	x := NewIndex(tr)
	for _, tt := range []struct {
		text string
		want []model.Time
	}{
		{"spin", []model.Time{50 * micro, 700 * micro}},
		{"work", []model.Time{100 * micro}},
		{"main", []model.Time{50 * micro, 100 * micro, 300 * micro, 400 * micro, 700 * micro}},
		{"lib", []model.Time{300 * micro, 400 * micro}},
		{":8", nil},
	} {
		hit := x.Find(tt.text, nil, model.Range{}, naming.Terms{}).Groups[0].Hits[0]
		var got []model.Time
		for _, s := range x.Spots(hit) {
			got = append(got, s.At)
			if seg, ok := tr.SegmentAt(s.Thread, s.At); !ok || seg.Thread != s.Thread {
				t.Errorf("%s: nothing is at %v", hit.Title, s)
			}
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s is seen at %v, want %v", hit.Title, got, tt.want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	x := NewIndex(many(b, 10_000, 100_000))
	for _, text := range []string{"", "w", "function7", "fnc7"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				x.Find(text, someCommands, model.Range{}, naming.Terms{})
			}
		})
	}
}

// TestRankOfWords: several words count as typed if the title contains them so, otherwise as the one
// that matches worst.
func TestRankOfWords(t *testing.T) {
	for title, want := range map[string]int{
		"wait chain": rankWhole, "wait chain of locks": rankPrefix, "the wait chain": rankStart, "chain wait": rankStart, "awaits a chain": rankInside, "wait": rankNone,
	} {
		if got := rankWords(title, title, []string{"wait", "chain"}, false); got != want {
			t.Errorf("%q has rank %d, want %d", title, got, want)
		}
	}
}

const micro, milli = model.Time(1000), model.Time(1_000_000)

// paper is the trace of testdata/story.tltxt.
func paper(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story", string(src))
}

// TestSparse: letters are found in their order in a stretch four times as long as the word,
// the first of them at the start of a word.
func TestSparse(t *testing.T) {
	for _, c := range []struct {
		key, word string
		want      bool
	}{
		{"ab", "ab", true},
		{"a......b", "ab", true},
		{"a.......b", "ab", false},
		{"a..........c", "abc", false},
		{"a.........bc", "abc", true},
		{"a..........bc", "abc", false},
		{"xab", "ab", false},
		{"x ab", "ab", true},
		{"1ab", "ab", false},
		{"_ab", "ab", true},
		{"a.......b a.b", "ab", true},
		{"a", "ab", false},
		{"", "ab", false},
		{"ba", "ab", false},
	} {
		if got := sparse(c.key, c.word); got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.key, got)
		}
	}
}
