package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// ifStmt adds the mutant of an early return, and leaves out the boundary of an if that computes a
// maximum or a minimum, where equal operands change nothing.
func (f *finder) ifStmt(n *ast.IfStmt) {
	if len(n.Body.List) == 0 {
		return
	}
	last := n.Body.List[len(n.Body.List)-1]
	switch last.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		if n.Else == nil && f.info.Types[n.Cond].Value == nil {
			from, to := f.at(n), f.to(n.Cond)
			text := f.texts[f.index]
			f.wrap(earlyReturn, n.Cond, "Never", [2]string{line(string(text[from:to])), line(string(text[from:f.at(n.Cond)]) + "false")})
		}
	case *ast.AssignStmt:
		if f.isExtreme(n) {
			f.skip[n.Cond] = true
		}
	}
}

// isExtreme reports whether a statement is like if a > b { a = b }.
func (f *finder) isExtreme(n *ast.IfStmt) bool {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || len(n.Body.List) != 1 || n.Else != nil {
		return false
	}
	set, ok := n.Body.List[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
		return false
	}
	x, y := f.source(cond.X), f.source(cond.Y)
	a, b := f.source(set.Lhs[0]), f.source(set.Rhs[0])
	return x == a && y == b || x == b && y == a
}

// caseClause leaves out constants that choose a case: two equal ones would not
// compile.
func (f *finder) caseClause(n *ast.CaseClause) {
	for _, e := range n.List {
		if f.info.Types[e].Value != nil {
			f.skip[e] = true
		}
	}
}

// stmt adds the mutants of a statement.
func (f *finder) stmt(n ast.Stmt, parent ast.Node) {
	listed := isListed(n, parent)
	switch n := n.(type) {
	case *ast.ForStmt:
		f.forStmt(n)
	case *ast.ReturnStmt:
		f.returned(n)
	case *ast.AssignStmt:
		f.compound(n)
		if listed && n.Tok != token.DEFINE && !isBlank(n) {
			f.drop(n)
		}
	case *ast.IncDecStmt:
		if listed {
			f.drop(n)
			f.step(n)
		}
	case *ast.ExprStmt:
		if c, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && listed && !f.isNeeded(c) {
			f.drop(n)
		}
	}
}

// step adds the mutant of ++ and --.
func (f *finder) step(n *ast.IncDecStmt) {
	typ, ok := f.spell(f.info.TypeOf(n.X))
	if !ok || !isNumber(f.info.TypeOf(n.X)) {
		return
	}
	with, op := "--", "+="
	if n.Tok == token.DEC {
		with, op = "++", "-="
	}
	at := span{f.to(n.X), f.to(n)}
	s := f.add(arithmetic, n, "", "", f.change(n, at, with))
	s.middle, s.between = at, " "+op+" "+call("Minus["+typ+"]")+"1)"
}

// compound adds the mutant of += and -=.
func (f *finder) compound(n *ast.AssignStmt) {
	with := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}[n.Tok]
	if with == "" || !isNumber(f.info.TypeOf(n.Lhs[0])) || f.isUntypedShift(n.Rhs[0]) {
		return
	}
	typ, ok := f.spell(f.info.TypeOf(n.Lhs[0]))
	if !ok {
		return
	}
	at := f.fset.Position(n.TokPos).Offset
	s := f.wrap(arithmetic, n.Rhs[0], "Minus["+typ+"]", f.change(n, span{at, at + 2}, with))
	s.line = f.fset.Position(n.Pos()).Line
}

// drop adds the mutant without a statement.
func (f *finder) drop(n ast.Stmt) {
	s := f.add(dropped, n, "if "+onFolder+".Stmt(NUMBER) { ", " }", [2]string{line(f.source(n)), ""})
	s.after = "nothing"
}

// isListed reports whether a statement is in a block or a case, and not part of the head of
// another.
func isListed(n ast.Stmt, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		return true
	case *ast.CommClause:
		return parent.Comm != n
	}
	return false
}

func isBlank(n *ast.AssignStmt) bool {
	for _, e := range n.Lhs {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// forStmt leaves out counting loops: their boundaries and steps end in a panic or
// never, which any test notices.
func (f *finder) forStmt(n *ast.ForStmt) {
	if n.Post == nil {
		return
	}
	f.skip[n.Post] = true
	if n.Cond != nil {
		f.skip[n.Cond] = true
	}
}

// isNeeded reports whether a call cannot be dropped: the compiler requires it, or its effect shows
// only when goroutines meet.
func (f *finder) isNeeded(c *ast.CallExpr) bool {
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return f.info.Types[fun].IsBuiltin() && fun.Name == "panic"
	case *ast.SelectorExpr:
		obj, ok := f.info.Uses[fun.Sel].(*types.Func)
		if !ok || obj.Pkg() == nil {
			return false
		}
		return obj.Pkg().Path() == "sync" || obj.FullName() == "os.Exit"
	}
	return false
}
