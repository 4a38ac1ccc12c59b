package classify

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
)

// TestReplaces: which verdicts of stacks are better than what is known about a wait, by the
// kind of that evidence. THREADLENS_UPDATE=1 rewrites the list.
func TestReplaces(t *testing.T) {
	const golden = "testdata/replaces.txt"
	var b strings.Builder
	for _, rule := range []Rule{
		{Name: "specific", Class: ClassLock},
		{Name: "of memory", Class: ClassMemory},
		{Name: "of a user interface", Class: ClassUI},
		{Name: "of work", Class: ClassWork},
		{Name: "of work or a time", Class: ClassWork, Result: true},
		{Name: "of a time", Class: ClassLock, Result: true},
		{Name: "general", Class: ClassLock, General: true},
		{Name: "generic", Class: ClassGeneric},
	} {
		for _, family := range []string{"linux", "windows"} {
			v := &Verdicts{trace: &model.Trace{Info: &model.Info{OS: model.OS{Family: family}}}}
			for _, weak := range []model.SegmentFlags{0, model.LowConfidence} {
				for _, sampled := range []bool{false, true} {
					fmt.Fprintf(&b, "%s, %s, weak %v, sampled %v:", rule.Name, family, weak != 0, sampled)
					for by := model.ByReason; by <= model.ByNothing; by++ {
						for _, sub := range []model.Sub{model.SubNetwork, model.SubInterruptible} {
							if v.replaces(&rule, &model.Segment{Evidence: by, Flags: weak, Sub: sub}, sampled) {
								fmt.Fprintf(&b, " %v/%v", by, sub)
							}
						}
					}
					b.WriteByte('\n')
				}
			}
		}
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestLastSample: a sample is used for the stack of a wait up to a millisecond later.
func TestLastSample(t *testing.T) {
	v := &Verdicts{trace: &model.Trace{Samples: []model.Sample{{Time: 100, Thread: 1, Stack: 5}, {Time: 200, Thread: 2, Stack: 6}, {Time: 300, Thread: 1, Stack: 7}}}}
	for _, c := range []struct {
		ix   model.ThreadIx
		at   model.Time
		want model.StackID
	}{
		{1, 99, model.NoStack},
		{1, 100, 5},
		{1, 299, 5},
		{1, 300, 7},
		{2, 199, model.NoStack},
		{2, 200, 6},
		{1, 300 + sampleReach, 7},
		{1, 301 + sampleReach, model.NoStack},
		{2, 200 + sampleReach, 6},
		{2, 201 + sampleReach, model.NoStack},
	} {
		if got := v.lastSample(c.ix, c.at); got != c.want {
			t.Errorf("thread %d at %d: stack %d, want %d", c.ix, c.at, got, c.want)
		}
	}
}

// TestIdleByVerdict: a thread with nothing to do stays flagged only with a verdict of its
// kind.
func TestIdleByVerdict(t *testing.T) {
	v := &Verdicts{trace: &model.Trace{Info: &model.Info{OS: model.OS{Family: "linux"}}}}
	for _, c := range []struct {
		before model.SegmentFlags
		r      Rule
		want   bool
	}{
		{model.IdleWorker, Rule{Class: ClassWork, Sub: model.SubCompletion}, true},
		{0, Rule{Class: ClassWork, Sub: model.SubCompletion}, false},
		{model.IdleWorker, Rule{Class: ClassLock, Sub: model.SubLock}, false},
		{0, Rule{Class: ClassLock, Sub: model.SubLock, Idle: true}, true},
	} {
		s := model.Segment{Flags: c.before | model.LossOverlap}
		if v.settle(&s, &c.r, false); s.Flags&model.IdleWorker != 0 != c.want || s.Flags&model.LossOverlap == 0 {
			t.Errorf("%+v: %v", c, s.Flags)
		}
	}
}

// TestMethodsInPerfMaps: how .NET writes methods.
func TestMethodsInPerfMaps(t *testing.T) {
	for in, want := range map[string]string{
		"instance void [System.Private.CoreLib] System.Threading.Monitor::Wait(object)[Tier0]": "system.private.corelib System.Threading.Monitor.Wait",
		"[a] B::c()":      "a B.c",
		"void [a] B/C::d": "a B+C.d",
		"void a] B::c":    "",
		"void [a]B::c":    "",
		"void [a] b":      "",
		"] [a] B::c":      "",
	} {
		function, module, ok := perfMapDotnet(in)
		if got := module + " " + function; ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v", in, got, ok)
		}
	}
}

// TestReplacedRules: a user's rule with the name of another one is listed in its place.
func TestReplacedRules(t *testing.T) {
	all := Default().Rules()
	table, problems := Extended("f", "rule "+all[0].Name+" L Lock any\n\tlib*!f\nrule another L Lock any\n  lib*!g\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	names := map[string]int{}
	for _, r := range table.Rules() {
		names[r.Name]++
	}
	if len(table.Rules()) != len(all)+1 || names[all[0].Name] != 1 || names["another"] != 1 {
		t.Errorf("%d rules, %d called %s", len(table.Rules()), names[all[0].Name], all[0].Name)
	}
}
