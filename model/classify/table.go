package classify

// maxContexts is the number of conditions that rules may have.
const maxContexts = 64

// maxRules bounds the rules of a table.
const maxRules = 1<<16 - 2

// Table is a set of rules. It does not change once it is made.
type Table struct {
	rules      []*Rule // those that were replaced remain, without frames
	byName     map[string]*Rule
	libraries  []glob
	namespaces []glob
	reentries  []pattern
	contexts   [][]pattern // conditions of rules on frames further out
}

// add makes a rule part of the table, in place of one with its name.
func (t *Table) add(r *Rule) *Rule {
	if old := t.byName[r.Name]; old != nil {
		old.patterns = nil
	}
	r.order = len(t.rules)
	if len(t.rules) < maxRules {
		t.rules = append(t.rules, r)
	}
	t.byName[r.Name] = r
	return r
}

// Rule is the rule with a name, nil if there is none.
func (t *Table) Rule(name string) *Rule { return t.byName[name] }

// Library reports whether a module is of a system or a runtime, and not the
// program's own.
func (t *Table) Library(module string) bool { return t.library(normalModule(module)) }

func (t *Table) library(module string) bool {
	if module == kernel {
		return true
	}
	for _, g := range t.libraries {
		if g.match(module) {
			return true
		}
	}
	return false
}

// Rules are the rules of the table, without those that are replaced.
func (t *Table) Rules() []*Rule {
	var list []*Rule
	for _, r := range t.rules {
		if len(r.patterns) > 0 {
			list = append(list, r)
		}
	}
	return list
}
