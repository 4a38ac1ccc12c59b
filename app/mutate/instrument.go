package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mutant is a site that is compiled in.
type mutant struct {
	*site
	id    int
	place span // in the copy of the file
}

// instrument returns the copies of a package's files that have mutants, with the
// mutants in them.
func instrument(p *parsed, onPath string, mutants []*mutant) map[string][]byte {
	copies := map[string][]byte{}
	for i, name := range p.names {
		var here []*mutant
		for _, m := range mutants {
			if m.index == i {
				here = append(here, m)
			}
		}
		if len(here) == 0 {
			continue
		}
		// Line numbers stay the same: tests show them, and so do the compiler's errors.
		after := int(p.files[i].Name.End() - p.files[i].FileStart)
		copies[name] = rewrite(p.texts[i], after, fmt.Sprintf("; import %s %q", onFolder, onPath), here)
	}
	return copies
}

// insertion is text for a position in a file, and which mutant begins or ends there.
type insertion struct {
	at       int
	text     string
	skip     int // bytes of the original that it replaces
	m        *mutant
	end      bool
	begin    bool
	ordering [3]int
}

// rewrite inserts mutants into a file, and text after the offset after. Where several begin at one
// place the outer one begins first, and where they end, last. Of those around the same code, one
// that changes its operator is the innermost.
func rewrite(source []byte, after int, text string, mutants []*mutant) []byte {
	list := []insertion{{at: after, text: text}}
	for i, m := range mutants {
		size, parted := m.end-m.start, 0
		if m.middle.to > m.middle.from {
			parted = 1
		}
		list = append(list,
			insertion{at: m.start, text: number(m.open, m.id), m: m, begin: true, ordering: [3]int{-size, parted, i}},
			insertion{at: m.end, text: m.close, m: m, end: true, ordering: [3]int{size, -parted, -i}})
		if parted > 0 {
			list = append(list, insertion{at: m.middle.from, text: number(m.between, m.id), skip: m.middle.to - m.middle.from})
		}
	}
	slices.SortStableFunc(list, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at, b.at), -compareBool(a.end, b.end), -compareBool(a.begin, b.begin), slices.Compare(a.ordering[:], b.ordering[:]))
	})
	var out []byte
	at := 0
	for _, in := range list {
		out = append(out, source[at:in.at]...)
		if in.begin {
			in.m.place.from = len(out)
		}
		out = append(out, in.text...)
		if in.end {
			in.m.place.to = len(out)
		}
		at = in.at + in.skip
	}
	return append(out, source[at:]...)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// install picks the first n sites that compile, in their order, and returns the
// copies of the files with them. Numbers begin at first.
func (c *code) install(p *parsed, sites []*site, n, first int) ([]*mutant, map[string][]byte, error) {
	left := slices.Clone(sites)
	for {
		var mutants []*mutant
		for i, s := range left[:min(n, len(left))] {
			mutants = append(mutants, &mutant{site: s, id: first + i})
		}
		copies := instrument(p, c.on(), mutants)
		bad, err := c.faults(p, copies, mutants)
		if err != nil {
			return nil, nil, err
		}
		if len(bad) == 0 {
			return mutants, copies, nil
		}
		left = slices.DeleteFunc(left, func(s *site) bool { return bad[s] })
	}
}

// faults returns the sites that keep the copies from compiling: the innermost at each place with an
// error.
func (c *code) faults(p *parsed, copies map[string][]byte, mutants []*mutant) (map[*site]bool, error) {
	changed := &parsed{pkg: p.pkg, names: p.names}
	for i, name := range p.names {
		text, ok := copies[name]
		if !ok {
			text = p.texts[i]
		}
		changed.texts = append(changed.texts, text)
	}
	errs, err := c.check(changed)
	if err != nil {
		return nil, fmt.Errorf("%s with mutants: %w", p.ImportPath, err)
	}
	bad := map[*site]bool{}
	for _, e := range errs {
		at := c.fset.Position(e.Pos)
		var inner *mutant
		for _, m := range mutants {
			if p.names[m.index] == at.Filename && m.place.from <= at.Offset && at.Offset < m.place.to &&
				(inner == nil || m.place.to-m.place.from < inner.place.to-inner.place.from) {
				inner = m
			}
		}
		if inner == nil {
			return nil, fmt.Errorf("with mutants: %w", e)
		}
		bad[inner.site] = true
	}
	return bad, nil
}

func number(text string, id int) string {
	return strings.Replace(text, "NUMBER", strconv.Itoa(id), 1)
}
