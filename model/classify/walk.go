package classify

import "threadlens/model"

// memoryReach is how many of the innermost frames rules of class M apply to.
const memoryReach = 12

// blocking is the verdict about a stack.
type blocking struct {
	rule uint16        // 1 + the index in Table.rules, 0 for none
	at   model.StackID // the matched frame's node
	site model.StackID // the node of the innermost frame of the program's own
}

// outer is what the outer frames show about a stack.
type outer struct {
	best     uint16 // the best rule so far, of classes other than M
	memory   uint16 // the innermost rule of class M
	depth    uint8  // its distance from the innermost frame
	at       model.StackID
	memoryAt model.StackID
	contexts uint64
}

// walk looks at every stack once, callers before callees, and returns the verdict
// about each; nil if no rule applies to any.
func (m *matcher) walk(stacks *model.Stacks) []blocking {
	n := stacks.Len()
	verdicts := make([]blocking, n+1)
	runs := make([]outer, n+1)
	any := false
	for id := model.StackID(1); int(id) <= n; id++ {
		caller, f := stacks.Node(id)
		info := m.of(f)
		v := &verdicts[id]
		v.site = verdicts[caller].site
		if !info.library {
			v.site = id
		}
		if !info.library || info.reentry {
			continue // the run of library frames ends before it
		}
		run := runs[caller]
		m.extend(&run, id, info)
		runs[id] = run
		switch {
		case run.memory > 0:
			v.rule, v.at = run.memory, run.memoryAt
		case run.best > 0:
			v.rule, v.at = run.best, run.at
		}
		any = any || v.rule > 0
	}
	if !any {
		return nil
	}
	return verdicts
}

// extend adds the next inner frame to a run of library frames.
func (m *matcher) extend(run *outer, id model.StackID, info *frameInfo) {
	if run.memory > 0 {
		if run.depth++; run.depth == memoryReach {
			run.memory = 0
		}
	}
	if r := first(info.memory, run.contexts); r != nil {
		run.memory, run.memoryAt, run.depth = uint16(r.order+1), id, 0
	}
	if r := first(info.rules, run.contexts); r != nil && (run.best == 0 || r.rank() > m.table.rules[run.best-1].rank()) {
		run.best, run.at = uint16(r.order+1), id
	}
	run.contexts |= info.contexts
}

// first is the first rule whose conditions hold, nil if there is none.
func first(rules []*Rule, contexts uint64) *Rule {
	for _, r := range rules {
		if contexts&r.needs == r.needs && contexts&r.refuses == 0 {
			return r
		}
	}
	return nil
}
