package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// treeFlags are the flags of critical paths, call trees and kinds of waits.
type treeFlags struct {
	follow, mine    bool
	category, noise string
	reason, inside  string
}

func (f *treeFlags) declare(set *flagSet) {
	set.BoolVar(&f.follow, "follow-causes", false, "at each wait, the critical path moves to the thread that ended the wait; it does not return to the thread that waited")
	set.StringVar(&f.category, "category", "", "only waits of the categories `WHAT`, in tables and in call trees; separated by commas: "+strings.Join(calltree.BlockingNames(), ", "))
	set.StringVar(&f.reason, "reason", "", "only waits with one of the `REASONS`, written as in the report “waits”: Futex,Pipe")
	set.StringVar(&f.inside, "function", "", "only waits, preempted times and time slices with the function `NAME` on a call stack (of a time slice: on that of any of its samples); NAME as in call trees: app!main")
	set.StringVar(&f.noise, "noise", "2", "leave out functions whose share of their call tree is below `PERCENT`, 0 to 99")
	set.BoolVar(&f.mine, "just-my-code", false, "show only the program's own functions and the functions that they call directly")
}

// treeChoice is the values of these flags.
type treeChoice struct {
	follow bool
	tree   measure.TreeChoice
	kind   measure.WaitKind
}

// parse checks the flags.
func (f *treeFlags) parse() (c treeChoice, err error) {
	c.follow, c.tree.Mine, c.kind.Function = f.follow, f.mine, f.inside
	if c.kind.Categories, err = parseCategories(f.category); err != nil {
		return c, err
	}
	if c.kind.Reasons, err = parseReasons(f.reason); err != nil {
		return c, err
	}
	if f.noise == "" { // the verb has no such flags
		return c, nil
	}
	c.tree.Noise, err = strconv.ParseFloat(strings.TrimSuffix(f.noise, "%"), 64)
	if err != nil || !(c.tree.Noise >= 0 && c.tree.Noise <= 99) {
		return c, fmt.Errorf("--noise %s: needs a percentage from 0 to 99", f.noise)
	}
	if c.tree.Noise == 0 {
		c.tree.Noise = -1 // none is left out
	}
	return c, nil
}

// parseCategories reads names separated by commas, nil for none.
func parseCategories(s string) (list []model.Category, err error) {
	if s == "" {
		return nil, nil
	}
	for _, name := range strings.Split(s, ",") {
		c, ok := calltree.ParseBlocking(strings.ToLower(strings.TrimSpace(name)))
		if !ok {
			return nil, fmt.Errorf("--category %s: needs one of: %s", s, strings.Join(calltree.BlockingNames(), ", "))
		}
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list, nil
}

// parseReasons reads wait reasons separated by commas, by their names or their titles, nil for none. Some
// share a title: it stands for all of them.
func parseReasons(s string) (list []model.Sub, err error) {
	if s == "" {
		return nil, nil
	}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		known := len(list)
		for r := model.SubNotSeen; r < model.NumSubs; r++ {
			if strings.EqualFold(r.String(), name) || strings.EqualFold(r.Title(), name) {
				list = append(list, r)
			}
		}
		if len(list) == known {
			return nil, fmt.Errorf("--reason %s: %q is not a wait reason; the report “waits” shows the reasons", s, name)
		}
	}
	return list, nil
}

// apply puts the values of the flags into a scope.
func (c *treeChoice) apply(s *measure.Scope) {
	s.FollowCauses, s.Tree, s.Kind = c.follow, c.tree, c.kind
}
