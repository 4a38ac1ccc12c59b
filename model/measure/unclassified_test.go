package measure

import (
	"strings"
	"testing"

	"threadlens/model"
)

// TestUnclassifiedNote expects no note up to 5 % of the waiting time, and then one
// that names what is missing and the command.
func TestUnclassifiedNote(t *testing.T) {
	for _, c := range []struct {
		sums   model.Sums
		family string
		has    model.Has
		want   []string
	}{
		{model.Sums{model.Unclassified: 5, model.Sleep: 95, model.Execution: 1000}, "linux", model.Has{}, nil},
		{model.Sums{model.Unclassified: 51, model.Sleep: 949, model.Execution: 10000}, "linux", model.Has{}, []string{"5.1% of the wait time", "no system calls", "threadlens record"}},
		{model.Sums{model.Unclassified: 10, model.WaitForWork: 190}, "linux", model.Has{}, nil},
		{model.Sums{model.Unclassified: 11, model.WaitForWork: 189}, "linux", model.Has{Calls: true}, []string{"5.5% of", "no call stacks", "threadlens record --stacks”"}},
		{model.Sums{model.Unclassified: 1}, "linux", model.Has{Calls: true, Stacks: true}, []string{"100.0% of", "--with syscalls,faults"}},
		{model.Sums{model.Unclassified: 1}, "windows", model.Has{}, []string{"no call stacks"}},
		{model.Sums{model.Unclassified: 1}, "windows", model.Has{Stacks: true}, []string{"--symbols"}},
		{model.Sums{model.Unclassified: 1}, "other", model.Has{}, []string{"does not show"}},
		{model.Sums{model.UnknownCategory: 1000, model.Preemption: 10}, "linux", model.Has{}, nil},
		{model.Sums{}, "linux", model.Has{}, nil},
	} {
		tr := &model.Trace{}
		tr.Info = &model.Info{OS: model.OS{Family: c.family}, Has: c.has}
		got := UnclassifiedNote(tr, &c.sums)
		if (got == "") != (c.want == nil) {
			t.Errorf("%v, %+v: %q", c.sums, c.has, got)
		}
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%v, %+v: %q does not say %q", c.sums, c.has, got, w)
			}
		}
	}
}
