package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// find returns the sites of a package, in order.
func (c *code) find(p *parsed) []*site {
	f := finder{parsed: p, root: c.root, fset: c.fset, seen: map[string]int{}}
	for i, file := range p.files {
		f.index, f.skip = i, map[ast.Node]bool{}
		for _, d := range file.Decls {
			f.function = name(d)
			ast.PreorderStack(d, nil, f.visit)
		}
	}
	return f.sites
}

// name is the name of a mutant's function.
func name(d ast.Decl) string {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		return "-"
	}
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	receiver := strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*")
	receiver, _, _ = strings.Cut(receiver, "[")
	return receiver + "." + fn.Name.Name
}

// visit adds the sites of a node, and reports whether those below it count.
func (f *finder) visit(n ast.Node, stack []ast.Node) bool {
	var parent ast.Node
	if len(stack) > 0 {
		parent = stack[len(stack)-1]
	}
	if f.skip[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.CaseClause:
		f.caseClause(n)
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.IfStmt:
		f.ifStmt(n)
	case ast.Stmt:
		f.stmt(n, parent)
	case ast.Expr:
		return f.expr(n, parent, stack)
	}
	return true
}

// expr adds the sites of an expression.
func (f *finder) expr(e ast.Expr, parent ast.Node, stack []ast.Node) bool {
	tv := f.info.Types[e]
	switch {
	case tv.IsType():
		return false
	case tv.Value != nil:
		f.constant(e, tv, stack)
		return false
	}
	if isBool(tv.Type) && f.isCondition(e, parent) {
		f.negate(e)
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.binary(e)
	case *ast.UnaryExpr:
		if e.Op == token.SUB && isNumber(tv.Type) {
			f.wrap(arithmetic, e, "Minus", f.change(e, span{f.at(e), f.at(e.X)}, ""))
		}
	case *ast.CallExpr:
		f.call(e)
	}
	return true
}
