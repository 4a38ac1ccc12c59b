package classify

import (
	"slices"
	"strings"

	"threadlens/model"
)

// frameInfo is the information of a table about a single frame.
type frameInfo struct {
	library  bool
	reentry  bool
	contexts uint64  // of the rules further in that require it
	rules    []*Rule // that name it, in order of precedence
	memory   []*Rule // those of class M
}

// entry is a pattern and what it means if it matches.
type entry struct {
	pattern
	rule    *Rule  // nil if it is not for a rule
	context uint64 // a condition of rules
	reentry bool
}

// prefixLen is the length of the prefix of a pattern by which it is found.
const prefixLen = 3

// matcher looks up frames in a table, for a system.
type matcher struct {
	table  *Table
	exact  map[string][]entry // by the name of the function
	begins map[string][]entry // by the first letters of the function
	loose  []entry            // whose first letters are not fixed
	text   *model.Strings
	known  map[frameKey]*frameInfo
}

// frameKey is the part of a frame that matters.
type frameKey struct {
	module, name model.StringID
	kernel       bool
}

func newMatcher(t *Table, family string, text *model.Strings) *matcher {
	m := &matcher{
		table: t, text: text, known: map[frameKey]*frameInfo{},
		exact: map[string][]entry{}, begins: map[string][]entry{},
	}
	for _, r := range t.rules {
		if r.Platform.on(family) {
			m.enter(r.patterns, entry{rule: r})
		}
	}
	m.enter(t.reentries, entry{reentry: true})
	for i, set := range t.contexts {
		m.enter(set, entry{context: 1 << i})
	}
	return m
}

func (m *matcher) enter(patterns []pattern, e entry) {
	for _, p := range patterns {
		e.pattern = p
		switch begin := p.function.literal(); {
		case p.function.exact():
			m.exact[begin] = append(m.exact[begin], e)
		case begin == "":
			m.loose = append(m.loose, e)
		default:
			begin = begin[:min(prefixLen, len(begin))]
			m.begins[begin] = append(m.begins[begin], e)
		}
	}
}

// of is the information of the table about a frame.
func (m *matcher) of(f model.Frame) *frameInfo {
	key := frameKey{f.Module, f.Name, f.Kernel}
	info := m.known[key]
	if info == nil {
		info = m.look(m.text.Get(f.Module), m.text.Get(f.Name), f.Kernel)
		m.known[key] = info
	}
	return info
}

func (m *matcher) look(module, name string, inKernel bool) *frameInfo {
	module = normalModule(module)
	function, other := normalFunction(name)
	if other != "" {
		module = other
	}
	if inKernel && (module == "" || strings.HasPrefix(module, "[")) {
		module = kernel // including the modules that Linux loads into it
	}
	info := &frameInfo{library: inKernel || m.table.library(module)}
	if !info.library && function != "" {
		info.library = slices.ContainsFunc(m.table.namespaces, func(g glob) bool { return g.match(function) })
	}
	for _, e := range m.loose {
		m.try(info, e, module, function)
	}
	for i := range function {
		if i > 0 && function[i-1] != '.' && function[i-1] != '+' && function[i-1] != '$' {
			continue
		}
		m.at(info, module, function[i:], i > 0)
	}
	info.rules, info.memory = ordered(info.rules), ordered(info.memory)
	return info
}

// ordered are rules in order of precedence, without repetition.
func ordered(rules []*Rule) []*Rule {
	slices.SortFunc(rules, func(a, b *Rule) int {
		switch {
		case a == b:
			return 0
		case a.precedes(b):
			return -1
		}
		return 1
	})
	return slices.Compact(rules)
}

// at tries the entries of the table for a function, with or without its namespace.
func (m *matcher) at(info *frameInfo, module, function string, inner bool) {
	tryAll := func(list []entry) {
		for _, e := range list {
			if !inner || e.rule != nil && e.rule.Platform.managed() || e.rule == nil && len(e.modules) == 0 {
				m.try(info, e, module, function)
			}
		}
	}
	tryAll(m.exact[function])
	for n := 1; n <= min(prefixLen, len(function)); n++ {
		tryAll(m.begins[function[:n]])
	}
}

// try adds an entry to what is known about a frame, if it matches.
func (m *matcher) try(info *frameInfo, e entry, module, function string) {
	ofModule := func(g glob) bool { return g.match(module) }
	if len(e.modules) == 0 && !info.library || len(e.modules) > 0 && !slices.ContainsFunc(e.modules, ofModule) {
		return
	}
	if !e.function.match(function) {
		return
	}
	info.contexts |= e.context
	info.reentry = info.reentry || e.reentry
	switch {
	case e.rule == nil:
	case e.rule.Class == ClassMemory:
		info.memory = append(info.memory, e.rule)
	default:
		info.rules = append(info.rules, e.rule)
	}
}
