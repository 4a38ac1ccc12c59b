package measure

import "threadlens/model"

// threadValues are the values of a metric of one thread: those of a group are
// consecutive.
type threadValues struct {
	values []float64
	parts  []groupPart
}

// groupPart are the values of a thread that belong to a group: from one on, up to
// the next part.
type groupPart struct {
	group, from int
	at          int // where they go in the group
}

// eventsByTime are the durations that end in each bucket.
func eventsByTime(t *model.Trace, s Scope, b Buckets) []Group {
	groups := timeGroupsOf(b)
	all := make([]threadValues, len(s.Threads))
	Each(len(all), func() func(int) {
		kind := s.Kind.Filter(t)
		return func(i int) {
			v, end := &all[i], s.Range.From
			v.values = make([]float64, 0, ValuesExpected(t, s.Threads[i], s.Range))
			s.values(t, kind, s.Threads[i], func(at, length model.Time) {
				if at >= end {
					k := b.index(at)
					v.parts = append(v.parts, groupPart{group: k, from: len(v.values)})
					end = b.Span(k).To
				}
				v.values = append(v.values, float64(length))
			})
		}
	})
	fillGroups(groups, all)
	return groups
}

// eventsByThread puts durations into the groups of their threads.
func eventsByThread(t *model.Trace, s Scope, groups []Group, threads [][]model.ThreadIx) {
	var list []model.ThreadIx
	var all []threadValues
	for g, members := range threads {
		for _, ix := range members {
			list = append(list, ix)
			all = append(all, threadValues{parts: []groupPart{{group: g}}})
		}
	}
	Each(len(list), func() func(int) {
		kind := s.Kind.Filter(t)
		return func(i int) {
			v := &all[i]
			v.values = make([]float64, 0, ValuesExpected(t, list[i], s.Range))
			s.values(t, kind, list[i], func(_, length model.Time) { v.values = append(v.values, float64(length)) })
		}
	})
	fillGroups(groups, all)
}

// fillGroups puts the values of the threads into their groups, in their order.
func fillGroups(groups []Group, all []threadValues) {
	sizes := make([]int, len(groups))
	for i := range all {
		v := &all[i]
		for k := range v.parts {
			p := &v.parts[k]
			p.at = sizes[p.group]
			sizes[p.group] += len(v.part(k))
		}
	}
	for g, n := range sizes {
		if n > 0 {
			groups[g].Values = make([]float64, n)
		}
	}
	Each(len(all), func() func(int) {
		return func(i int) {
			for k, p := range all[i].parts {
				copy(groups[p.group].Values[p.at:], all[i].part(k))
			}
		}
	})
}

// part are the values of a part.
func (v *threadValues) part(k int) []float64 {
	to := len(v.values)
	if k+1 < len(v.parts) {
		to = v.parts[k+1].from
	}
	return v.values[v.parts[k].from:to]
}
