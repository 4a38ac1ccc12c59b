package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// Found is a finding about a side, by what two recordings can have in common.
type Found struct {
	Name string // of the pattern, with its rule
	Cost model.Time
}

// foundAmounts sum up findings by name, in their order.
func foundAmounts(s Side) []named {
	var sums sumsByName
	for _, f := range s.Found {
		sums.add(f.Name, 1, f.Cost)
	}
	return sums.list
}

// awaits is between the roles of a thread that waits and of the one that ended its wait.
const awaits = " awaits "

// contentionAmounts sum up waits for synchronization by the roles of the threads, and by what they waited for:
// ids of threads and addresses of locks change from run to run. Waits that no thread ended are left out.
func contentionAmounts(s Side) []named {
	var sums sumsByName
	for _, c := range blocking.ContentionOf(s.Trace, s.Scope.Threads, s.Scope.Range) {
		if c.Kind != blocking.ByThread {
			continue
		}
		what := c.Sites
		if c.Lock != nil {
			what = c.Lock.Kind.String()
		}
		sums.add(s.Role(c.Waiter)+awaits+s.Role(c.Unblocker)+stateMark+cmp.Or(what, "unknown lock"), c.Count, c.Total)
	}
	slices.SortStableFunc(sums.list, func(a, b named) int { return cmp.Compare(b.Time, a.Time) })
	return sums.list
}

// sumsByName adds up counts and times by name, in the order of the names' first use.
type sumsByName struct {
	index map[string]int
	list  []named
}

func (s *sumsByName) add(name string, count int64, time model.Time) {
	i, ok := s.index[name]
	if !ok {
		if s.index == nil {
			s.index = map[string]int{}
		}
		i = len(s.list)
		s.index[name] = i
		s.list = append(s.list, named{name: name})
	}
	s.list[i].Count += count
	s.list[i].Time += time
}
