package profiles

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// titles are the names of what threads do: those of the categories, and that of samples which stand
// for time themselves.
func titles() (list []string) {
	for c := range model.Category(model.NumCategories) {
		list = append(list, c.Title())
	}
	return append(list, calltree.SampledTitle)
}

// titleOf is the index in titles of a stretch.
func titleOf(s *calltree.Stretch) int32 {
	if s.Sampled {
		return model.NumCategories
	}
	return int32(s.Category)
}

// weightOf is what a stretch counts, in ns; samples that stand for an unknown time count 1 each.
func weightOf(s *calltree.Stretch) model.Time {
	if s.Sampled {
		return max(s.Time, 1)
	}
	return s.Time
}

// interned gives equal things equal numbers, in the order in which they come.
type interned[T comparable] struct {
	index map[T]int32
	list  []T
}

func (n *interned[T]) of(v T) int32 {
	i, ok := n.index[v]
	if !ok {
		if n.index == nil {
			n.index = map[T]int32{}
		}
		i = int32(len(n.list))
		n.index[v], n.list = i, append(n.list, v)
	}
	return i
}

// place is a stack of a thread as a row of a table: a function, and the place from which it was called.
type place struct {
	caller int32 // noCaller for the first
	name   int32
}

const noCaller = -1

// placed is where a thread is: what it does, and its stack or the entry in place of one.
type placed struct {
	title   int32
	stack   model.StackID
	instead string
}

// places are the stacks of a thread. The first function of each is what the thread does there.
type places struct {
	names     *interned[string]
	functions *calltree.Functions
	rows      interned[place]
	titles    []int32 // of each row
	known     map[placed]int32
	words     []string
}

func newPlaces(names *interned[string], functions *calltree.Functions) places {
	return places{names: names, functions: functions, known: map[placed]int32{}, words: titles()}
}

// of is the row of a stretch.
func (p *places) of(s *calltree.Stretch) int32 {
	key := placed{titleOf(s), s.Stack, s.Instead}
	row, ok := p.known[key]
	if ok {
		return row
	}
	row = p.row(noCaller, p.words[key.title], key.title)
	for _, name := range p.functions.Of(s.Stack, s.Instead) {
		row = p.row(row, name, key.title)
	}
	p.known[key] = row
	return row
}

func (p *places) row(caller int32, name string, title int32) int32 {
	row := p.rows.of(place{caller, p.names.of(name)})
	if int(row) == len(p.titles) {
		p.titles = append(p.titles, title)
	}
	return row
}

// path are the names of a row, the first one called first.
func (p *places) path(row int32) (names []int32) {
	for ; row != noCaller; row = p.rows.list[row].caller {
		names = append(names, p.rows.list[row].name)
	}
	slices.Reverse(names)
	return names
}
