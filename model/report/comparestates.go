package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"threadlens/model"
	"threadlens/model/measure"
)

// roleMark is between the parts of a role.
const roleMark = " / "

// stateMark is between the role and the category of a state.
const stateMark = ": "

// spreadParts is the number of equal parts of a window whose figures show how far they spread.
const spreadParts = 10

// inState is how long the threads of a role were in a category.
type inState struct {
	role     string
	category model.Category
	threads  int64
	time     model.Time
	parts    [spreadParts]model.Time
}

// Role is what the threads of two recordings are matched by: process, name and start function, where
// numbers in the name, which tell the threads of a pool apart, are left out.
func (s *Side) Role(ix model.ThreadIx) string {
	name := matchName(s.Trace.Process(ix)) + roleMark + withoutNumbers(cmp.Or(s.Trace.Threads[ix].Name(), "unnamed thread"))
	if f := s.Starts[ix].Name(); f != "" {
		name += roleMark + f
	}
	return name
}

// hasRoles reports whether the names of a section begin with a role.
func hasRoles(section string) bool {
	return section == sectionState || section == sectionThread || section == sectionLock
}

// shortNames leaves the process out of what people see of states and threads, where there is only one.
func (t *Table) shortNames() {
	process, several := "", false
	for _, row := range t.Rows {
		if hasRoles(row[0].Text) {
			name, _, _ := strings.Cut(row[1].Text, roleMark)
			several = several || process != "" && name != process
			process = name
		}
	}
	if several {
		return
	}
	for _, row := range t.Rows {
		if hasRoles(row[0].Text) {
			row[1].Display = strings.ReplaceAll(strings.TrimPrefix(row[1].Text, process+roleMark), awaits+process+roleMark, awaits)
		}
	}
}

// StateRole is the role that a row of Compare is about, "" for rows that are not about a state.
func StateRole(section, name string) string {
	if section != sectionState {
		return ""
	}
	return name[:max(0, strings.LastIndex(name, stateMark))]
}

// Alike are the threads of a side whose roles have threads among those that another side shows.
func (s *Side) Alike(o *Side) []model.ThreadIx {
	roles := map[string]bool{}
	for _, ix := range o.Scope.Threads {
		roles[o.Role(ix)] = true
	}
	list := []model.ThreadIx{}
	for _, ix := range measure.Visible(s.Trace) {
		if roles[s.Role(ix)] {
			list = append(list, ix)
		}
	}
	return list
}

// withoutNumbers replaces each number in a name by an asterisk: "worker-12" is "worker-*".
func withoutNumbers(name string) string {
	var b strings.Builder
	inNumber := false
	for _, r := range name {
		digit := unicode.IsDigit(r)
		switch {
		case !digit:
			b.WriteRune(r)
		case !inNumber:
			b.WriteByte('*')
		}
		inNumber = digit
	}
	return b.String()
}

// states sums up the time of the threads shown by role and category. Roles are in the order of
// threads.
func (s *Side) states() []inState {
	index := map[string]int{}
	var list []inState
	for _, ix := range s.Scope.Threads {
		if s.Trace.Threads[ix].Life.Overlap(s.Scope.Range) == 0 {
			continue
		}
		role := s.Role(ix)
		at, ok := index[role]
		if !ok {
			at = len(list)
			index[role] = at
			for c := range model.NumCategories {
				list = append(list, inState{role: role, category: model.Category(c)})
			}
		}
		group := list[at : at+model.NumCategories]
		for i := range spreadParts {
			part := model.Range{From: s.edge(i), To: s.edge(i + 1)}
			for c, d := range s.Trace.Sums(ix, part) {
				group[c].parts[i] += d
				group[c].time += d
			}
		}
		for c := range group {
			group[c].threads++
		}
	}
	return list
}

// edge is where a part of the window begins.
func (s *Side) edge(i int) model.Time {
	r := s.Scope.Range
	return r.From + model.Time(float64(r.Len())*float64(i)/spreadParts)
}

// average is the average number of threads in the state, in percent, and how far that spreads: the
// standard error of the mean of the parts of the window.
func (x *inState) average(s *Side) (percent, spread float64) {
	length := float64(s.Scope.Range.Len())
	if length == 0 {
		return 0, 0
	}
	mean, sum := float64(x.time)/length, 0.0
	for i := range x.parts {
		d := measure.Quotient(x.parts[i], s.edge(i+1)-s.edge(i)) - mean
		sum += d * d
	}
	return 100 * mean, 100 * math.Sqrt(sum/(spreadParts-1)/spreadParts)
}

// stateFields are the fields of states.
const stateFields = hasCount | hasTime | hasPercent | hasSpread | changeOfPercent | absentIsZero

// stateAmounts are how many threads of each role were in each category on average.
func stateAmounts(s Side) (list []named) {
	for _, x := range s.states() {
		percent, spread := x.average(&s)
		list = append(list, named{x.role + stateMark + x.category.Title(), Amount{Count: x.threads, Time: x.time, Percent: percent, Spread: spread}})
	}
	return list
}

// pairStates compares how many threads of each role were in each category on average, the largest
// difference first.
func pairStates(a, b Side) []Comparison {
	list := pairUp(sectionState, stateFields, stateAmounts(a), stateAmounts(b))
	list = slices.DeleteFunc(list, func(c Comparison) bool { return c.A.Time == 0 && c.B.Time == 0 })
	slices.SortStableFunc(list, func(x, y Comparison) int {
		return cmp.Compare(math.Abs(y.Difference()), math.Abs(x.Difference()))
	})
	return list
}
