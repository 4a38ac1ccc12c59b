package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// plural is a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return measure.Count(int64(n)) + " " + many
}

func processors(n int) string { return plural(n, "CPU", "CPUs") }

// MaxNamed is how many threads, or groups of them, are named before the others are
// only counted.
const MaxNamed = 3

// ThreadNames names the threads of a finding: "main 6420, hot-0 … hot-5".
func (f *Finding) ThreadNames(t *model.Trace) string { return ThreadNames(t, f.Threads) }

// ThreadNames names threads, together if their names differ only in a number.
func ThreadNames(t *model.Trace, list []model.ThreadIx) string { return FirstNames(t, list, MaxNamed) }

// FirstNames names threads like ThreadNames, but counts only those after that many names.
func FirstNames(t *model.Trace, list []model.ThreadIx, most int) string {
	var stems []string
	groups := map[string][]model.ThreadIx{}
	for _, ix := range list {
		stem := model.Stem(t.Threads[ix].Name())
		if groups[stem] == nil {
			stems = append(stems, stem)
		}
		groups[stem] = append(groups[stem], ix)
	}
	var names []string
	rest := 0
	for i, stem := range stems {
		if i < most {
			names = append(names, groupName(t, groups[stem]))
		} else {
			rest += len(groups[stem])
		}
	}
	if rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return strings.Join(names, ", ")
}

// groupName names threads whose names differ at most in a number: "hot-0 … hot-5", or
// by their ids if they share one name: "postgres 7969 … 7976".
func groupName(t *model.Trace, list []model.ThreadIx) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int {
		x, y := &t.Threads[a], &t.Threads[b]
		return cmp.Or(model.CompareNames(x.Name(), y.Name()), cmp.Compare(x.TID, y.TID))
	})
	n := len(list)
	first, last := &t.Threads[list[0]], &t.Threads[list[n-1]]
	to := " … "
	switch {
	case n == 1:
		return measure.ThreadName(t, list[0])
	case n == 2:
		to = " and "
	}
	if first.Name() == last.Name() {
		return measure.ThreadName(t, list[0]) + to + strconv.FormatUint(uint64(last.TID), 10)
	}
	return first.Name() + to + last.Name()
}

func (l *ruleContext) names(list []model.ThreadIx) string { return ThreadNames(l.t, list) }

// counted is a number of threads, or of processes if each thread has its own.
func (l *ruleContext) counted(list []model.ThreadIx) string {
	procs := map[model.ProcIx]bool{}
	for _, ix := range list {
		procs[l.t.Threads[ix].Proc] = true
	}
	if len(list) > 1 && len(procs) == len(list) {
		return plural(len(list), "process", "processes")
	}
	return plural(len(list), "thread", "threads")
}

// name is the name of a thread in findings: with its priority, if that is not the normal
// one.
func (l *ruleContext) name(ix model.ThreadIx) string { return urgentName(l.t, ix) }

// share is a part of a whole, for people.
func share(part, whole model.Time) string { return measure.Percent(100*quotient(part, whole), 1) }
