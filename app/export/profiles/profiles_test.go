package profiles_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"threadlens/app/export/profiles"
	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// lockedTree is the blocking tree of the worked example of the model, in which one
// thread waits with a stack.
func lockedTree(t *testing.T) profiles.Stacks {
	t.Helper()
	src, err := os.ReadFile("../../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return stacksOf(classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src))), calltree.TreeBlocking)
}

// stacksOf are the stacks of all threads of a trace.
func stacksOf(tr *model.Trace, kind calltree.TreeKind) profiles.Stacks {
	s := profiles.Stacks{Trace: tr, Kind: kind, Range: tr.Whole(), Threads: measure.Visible(tr)}
	s.Trees = calltree.CallTrees(tr, calltree.TreeQuery{Kind: s.Kind, Range: s.Range, Threads: s.Threads})
	return s
}

// written is a file with a name.
func written(t *testing.T, s profiles.Stacks, name string) string {
	t.Helper()
	f, ok := profiles.FormatOf(name)
	if !ok {
		t.Fatalf("%s has no format", name)
	}
	var b bytes.Buffer
	if err := f.Write(&s, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestProfileHoldsTheTrees reads a profile back: by category it holds the time and
// the waits of the trees, and the stack of the wait is in it, innermost first.
func TestProfileHoldsTheTrees(t *testing.T) {
	s := lockedTree(t)
	var b bytes.Buffer
	b.WriteString(written(t, s, "x.pb.gz"))
	p, err := profile.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if p.DurationNanos != int64(s.Range.Len()) || p.SampleType[1].Type != "delay" || p.SampleType[1].Unit != "nanoseconds" {
		t.Errorf("%d ns of %v", p.DurationNanos, p.SampleType[1])
	}
	got, want := map[string]calltree.CallSum{}, map[string]calltree.CallSum{}
	stacks := ""
	for _, x := range p.Sample {
		c := x.Label["category"][0]
		sum := got[c]
		got[c] = calltree.CallSum{Time: sum.Time + model.Time(x.Value[1]), Count: sum.Count + x.Value[0]}
		for _, l := range x.Location {
			stacks += l.Line[0].Function.Name + "\n"
		}
	}
	for _, tree := range s.Trees {
		want[tree.Category.String()] = tree.Nodes[0].All
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	modules := map[string]bool{}
	for _, m := range p.Mapping {
		if modules[m.File] {
			t.Errorf("two mappings of %q", m.File)
		}
		modules[m.File] = true
	}
	if !strings.Contains(stacks, "clr!JIT_New\nmscorlib!Dictionary.Resize\nApp!Worker\n") {
		t.Errorf("the stack of the wait is missing:\n%s", stacks)
	}
}

// worlds are random traces, and one with stacks, spans and names that are hard to write.
func worlds(t *testing.T) map[string]*model.Trace {
	t.Helper()
	m := map[string]*model.Trace{"nasty": modeltest.Parse(t, "nasty.tltxt", modeltest.Nasty()), "locked": lockedTree(t).Trace}
	for seed := range uint64(12) {
		m[fmt.Sprint("world ", seed)] = modeltest.Parse(t, "world.tltxt", modeltest.World(seed))
	}
	return m
}

// TestFoldedAddsUp: the lines of each category add up to its tree, and a line has as many names as the
// stack has functions, whatever they are called.
func TestFoldedAddsUp(t *testing.T) {
	for name, tr := range worlds(t) {
		for _, kind := range []calltree.TreeKind{calltree.TreeBlocking, calltree.TreeExecution, calltree.TreeUnblocking} {
			s := stacksOf(tr, kind)
			got, want := map[string]int64{}, map[string]int64{}
			for _, line := range strings.SplitAfter(written(t, s, "x.folded"), "\n") {
				if line == "" {
					continue
				}
				at := strings.LastIndexByte(line, ' ')
				n, err := strconv.ParseInt(strings.TrimSuffix(line[at+1:], "\n"), 10, 64)
				if err != nil || n <= 0 || !strings.HasSuffix(line, "\n") {
					t.Fatalf("%s: %q", name, line)
				}
				names := strings.Split(line[:at], ";")
				got[names[0]] += n
				got[fmt.Sprint(names[0], " of depth ", len(names))] += n
			}
			for i := range s.Trees {
				tree := &s.Trees[i]
				for _, n := range tree.Nodes {
					if w := tree.Weight(n.Own); w > 0 {
						want[tree.Nodes[0].Name] += w
						want[fmt.Sprint(tree.Nodes[0].Name, " of depth ", n.Depth+1)] += w
					}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got)\n%s", name, kind, diff)
			}
		}
	}
}

// firefox is what tests read of a file for the Firefox Profiler.
type firefox struct {
	Meta struct {
		Categories []struct{ Name, Color string }
		Processed  int `json:"preprocessedProfileVersion"`
	}
	Threads []struct {
		Name, PID, TID string
		Samples        struct {
			Stack        []int
			Time, Weight []float64
			WeightType   string
			CPU          []int64 `json:"threadCPUDelta"`
		}
		Markers     struct{ Name []int }
		StackTable  struct{ Prefix, Frame, Category []*int }
		FrameTable  struct{ Func, Category []*int }
		FuncTable   struct{ Name []int }
		StringArray []string
	}
}

// checkColumns fails for a table, at any depth, whose columns are not as long as it says.
func checkColumns(t *testing.T, where string, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			list, isList := x.([]any)
			if n, isTable := v["length"]; isTable && isList && float64(len(list)) != n && n != 0.0 {
				t.Errorf("%s.%s has %d of %v rows", where, key, len(list), n)
			}
			if x == nil && key != "unregisterTime" && key != "processShutdownTime" {
				t.Errorf("%s.%s is null", where, key)
			}
			checkColumns(t, where+"."+key, x)
		}
	case []any:
		for i, x := range v {
			checkColumns(t, fmt.Sprint(where, "[", i, "]"), x)
		}
	}
}

// TestFirefoxAddsUp: by thread and category the samples weigh what the report of threads says, they are in
// order of time, and all tables refer to rows that there are.
func TestFirefoxAddsUp(t *testing.T) {
	for name, tr := range worlds(t) {
		s := stacksOf(tr, calltree.TreeBlocking)
		text := written(t, s, "x.json")
		var all any
		var f firefox
		for _, to := range []any{&all, &f} {
			if err := json.Unmarshal([]byte(text), to); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		checkColumns(t, name, all)
		if f.Meta.Processed != 48 || len(f.Threads) != len(s.Threads) {
			t.Fatalf("%s: version %d, %d threads", name, f.Meta.Processed, len(f.Threads))
		}
		for i, ix := range s.Threads {
			got, cpu := f.sums(t, name, i)
			sums := tr.Sums(ix, s.Range)
			for c, time := range sums {
				title := model.Category(c).Title()
				if want := float64(time) / 1e6; math.Abs(got[title]-want) > 1e-6 {
					t.Errorf("%s, thread %d: %s takes %v ms, want %v", name, i, title, got[title], want)
				}
			}
			if want := int64(sums[model.Execution]); cpu != want {
				t.Errorf("%s, thread %d: CPU %d, want %d", name, i, cpu, want)
			}
		}
	}
}

// sums adds the samples of a thread up by category, which the first function of each stack names, and their CPU time.
func (f *firefox) sums(t *testing.T, name string, i int) (sums map[string]float64, cpu int64) {
	t.Helper()
	th := &f.Threads[i]
	sums = map[string]float64{}
	last := -1.0
	for k, row := range th.Samples.Stack {
		if th.Samples.Time[k] < last {
			t.Errorf("%s, %s: sample %d is not in order", name, th.Name, k)
		}
		last = th.Samples.Time[k]
		cpu += th.Samples.CPU[k]
		category := f.Meta.Categories[*th.StackTable.Category[row]].Name
		for ; th.StackTable.Prefix[row] != nil; row = *th.StackTable.Prefix[row] {
			if th.FrameTable.Category[*th.StackTable.Frame[row]] != nil {
				t.Errorf("%s, %s: a function has a category", name, th.Name)
			}
		}
		frame := *th.StackTable.Frame[row]
		if root := th.StringArray[th.FuncTable.Name[*th.FrameTable.Func[frame]]]; root != category ||
			f.Meta.Categories[*th.FrameTable.Category[frame]].Name != category {
			t.Errorf("%s, %s: the root of %s is called %s", name, th.Name, category, root)
		}
		sums[category] += th.Samples.Weight[k]
	}
	return sums, cpu
}

// TestSpeedscopeAddsUp: by thread and category the samples weigh what the report of threads says, and a
// profile is as long as its samples.
func TestSpeedscopeAddsUp(t *testing.T) {
	for name, tr := range worlds(t) {
		s := stacksOf(tr, calltree.TreeBlocking)
		var f struct {
			Schema   string `json:"$schema"`
			Shared   struct{ Frames []struct{ Name string } }
			Profiles []struct {
				Type, Unit           string
				StartValue, EndValue int64
				Samples              [][]int
				Weights              []int64
			}
		}
		if err := json.Unmarshal([]byte(written(t, s, "x.speedscope.json")), &f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		k := 0
		for _, ix := range s.Threads {
			sums := tr.Sums(ix, s.Range)
			if sums == (model.Sums{}) {
				continue
			}
			p := &f.Profiles[k]
			k++
			all, got := int64(0), map[string]int64{}
			for i, stack := range p.Samples {
				all += p.Weights[i]
				if len(stack) > 0 {
					got[f.Shared.Frames[stack[0]].Name] += p.Weights[i]
				}
			}
			if p.Type != "sampled" || p.Unit != "nanoseconds" || p.StartValue != 0 || p.EndValue != all {
				t.Errorf("%s: a profile is %s in %s from %d to %d, and its samples weigh %d", name, p.Type, p.Unit, p.StartValue, p.EndValue, all)
			}
			for c, time := range sums {
				if title := model.Category(c).Title(); got[title] != int64(time) {
					t.Errorf("%s: %s takes %d, want %d", name, title, got[title], time)
				}
			}
		}
		if k != len(f.Profiles) || f.Schema != "https://www.speedscope.app/file-format-schema.json" {
			t.Errorf("%s: %d of %d profiles, %s", name, k, len(f.Profiles), f.Schema)
		}
	}
}

// TestSpans: spans and markers of a thread are its markers.
func TestSpans(t *testing.T) {
	const src = "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 10 app target\nthread 11 pid=10 name=\"one\"\n" +
		"0ms cpu0 switch idle 11 wait\n10ms cpu0 mark 11 begin load id=1\n30ms cpu0 mark 11 end load id=1\n40ms cpu0 mark 11 flag here\n"
	text := written(t, stacksOf(modeltest.Parse(t, "spans.tltxt", src), calltree.TreeBlocking), "x.json")
	a := strings.Index(text, `"markers":`)
	got, _, _ := strings.Cut(text[a:], `,"stackTable"`)
	const want = `"markers":{"length":2,"name":[2,3],"startTime":[10,40],"endTime":[30,null],"phase":[1,0],"category":[0,0],` +
		`"data":[{"type":"Threadlens"},{"type":"Threadlens"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFormats: the ends of names choose the format, and a packed file has the same text.
func TestFormats(t *testing.T) {
	for name, want := range map[string]string{
		"x.pb.gz": ".pb.gz", "x.PPROF": ".pb.gz", "x.folded": ".folded", "x.collapsedstack.txt": ".folded",
		"x.speedscope.json": ".speedscope.json", "x.json": ".json", "x.json.gz": ".json.gz", "x.txt": "", "x.csv": "", "json": "",
	} {
		f, ok := profiles.FormatOf(name)
		if ok != (want != "") || ok && f.Endings[0] != want {
			t.Errorf("%s: %v", name, f.Endings)
		}
	}
	s := lockedTree(t)
	r, err := gzip.NewReader(strings.NewReader(written(t, s, "x.json.gz")))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil || string(text) != written(t, s, "x.json") {
		t.Errorf("%d bytes packed, %d plain: %v", len(text), len(written(t, s, "x.json")), err)
	}
}

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriteFails: an error of the writer is not lost.
func TestWriteFails(t *testing.T) {
	s := lockedTree(t)
	for _, f := range profiles.Formats() {
		if err := f.Write(&s, full{}); err == nil || !strings.HasPrefix(err.Error(), "writing "+f.Title) {
			t.Errorf("%s: %v", f.Endings[0], err)
		}
	}
}
