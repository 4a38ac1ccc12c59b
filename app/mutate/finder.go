package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
)

// kind is what a mutant changes.
type kind string

const (
	boundary    kind = "boundary"          // <= for <
	negation    kind = "negation"          // the opposite of a condition
	andOr       kind = "and/or"            // || for &&
	arithmetic  kind = "arithmetic"        // - for +, the largest for the smallest
	constants   kind = "constant"          // one more
	unit        kind = "unit"              // ten times a large constant
	earlyReturn kind = "early return"      // no return, continue or break
	dropped     kind = "dropped statement" // no call, no assignment
)

// kinds are all of them, with their relative frequencies: boundaries are what tests forget first.
var kinds = []struct {
	kind
	weight int
}{
	{boundary, 4},
	{negation, 2},
	{andOr, 2},
	{arithmetic, 2},
	{constants, 2},
	{unit, 1},
	{earlyReturn, 2},
	{dropped, 2},
}

// site is a place in the code that can be mutated, and how.
type site struct {
	kind          kind
	pkg, file     string // import path, and path in the module
	line          int
	function      string // Type.Method, or - outside functions
	before, after string // the code, on one line
	ordinal       int    // among those in the function that look the same, from 1

	index      int // of the file in the package
	start, end int // of the code that is wrapped in open and close
	open       string
	middle     span // replaced by the text between, if it is not empty
	between    string
	close      string
}

// span is a range of bytes of a file.
type span struct{ from, to int }

// finder finds the sites of a file.
type finder struct {
	*parsed
	root     string // of the module
	fset     *token.FileSet
	index    int // of the file
	function string
	skip     map[ast.Node]bool // nothing inside is mutated
	seen     map[string]int    // how often a mutant that looks like this was found
	sites    []*site
}

// change is the code of a node on one line, before and after a part of it is
// replaced.
func (f *finder) change(n ast.Node, part span, with string) [2]string {
	from, to := f.at(n), f.to(n)
	text := f.texts[f.index]
	return [2]string{
		line(string(text[from:to])),
		line(string(text[from:part.from]) + with + string(text[part.to:to])),
	}
}

// line puts code on one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

func (f *finder) at(n ast.Node) int { return f.fset.Position(n.Pos()).Offset }

func (f *finder) to(n ast.Node) int { return f.fset.Position(n.End()).Offset }

func (f *finder) span(n ast.Node) span { return span{f.at(n), f.to(n)} }

func (f *finder) source(n ast.Node) string {
	return string(f.texts[f.index][f.at(n):f.to(n)])
}

// wrap adds a mutant that is a call of package on around a node.
func (f *finder) wrap(k kind, n ast.Node, helper string, change [2]string) *site {
	return f.add(k, n, call(helper), ")", change)
}

// call begins a call; number puts the mutant's number in.
func call(helper string) string { return onFolder + "." + helper + "(NUMBER, " }

func (f *finder) add(k kind, n ast.Node, open, end string, change [2]string) *site {
	path := f.names[f.index]
	if rel, err := filepath.Rel(f.root, path); err == nil {
		path = filepath.ToSlash(rel)
	}
	s := &site{
		kind: k, pkg: f.ImportPath, file: path, line: f.fset.Position(n.Pos()).Line, function: f.function,
		before: change[0], after: change[1],
		index: f.index, start: f.at(n), end: f.to(n), open: open, close: end,
	}
	f.seen[s.looks()]++
	s.ordinal = f.seen[s.looks()]
	f.sites = append(f.sites, s)
	return s
}

// looks is the same for mutants that differ only in their ordinal.
func (s *site) looks() string {
	return fmt.Sprintf("%s %s\n- %s\n+ %s", s.file, s.function, s.before, s.after)
}

// spell is how a type is written in the file, if it can be.
func (f *finder) spell(t types.Type) (string, bool) {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == f.types {
			return ""
		}
		for _, imp := range f.files[f.index].Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil || path != p.Path() {
				continue
			}
			if imp.Name == nil {
				return p.Name()
			}
			if imp.Name.Name != "_" && imp.Name.Name != "." {
				return imp.Name.Name
			}
		}
		ok = false
		return ""
	})
	return text, ok && !strings.HasPrefix(text, "untyped ")
}

// isBool reports whether a type is bool itself: another would have to be converted.
func isBool(t types.Type) bool { return t != nil && types.Default(t) == types.Typ[types.Bool] }

func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}
