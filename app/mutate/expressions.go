package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// operators are the mutants of binary operators: what they become, and the helper
// of package on.
var operators = map[token.Token]struct {
	kind
	to     string
	helper string
}{
	token.LSS:     {boundary, "<=", "Lss"},
	token.LEQ:     {boundary, "<", "Leq"},
	token.GTR:     {boundary, ">=", "Gtr"},
	token.GEQ:     {boundary, ">", "Geq"},
	token.ADD:     {arithmetic, "-", "Add"},
	token.SUB:     {arithmetic, "+", "Sub"},
	token.MUL:     {arithmetic, "/", "Mul"},
	token.QUO:     {arithmetic, "*", "Quo"},
	token.REM:     {arithmetic, "*", "Rem"},
	token.AND:     {arithmetic, "|", "And"},
	token.OR:      {arithmetic, "&", "Or"},
	token.AND_NOT: {arithmetic, "&", "AndNot"},
	token.SHL:     {arithmetic, ">>", "Shl"},
	token.SHR:     {arithmetic, "<<", "Shr"},
	token.LAND:    {andOr, "||", "LAnd"},
	token.LOR:     {andOr, "&&", "LOr"},
}

// binary adds the mutant of an operator. Texts that are ordered are rarely equal, so that < and <=
// are the same for them: they are left out.
func (f *finder) binary(e *ast.BinaryExpr) {
	o, ok := operators[e.Op]
	if !ok {
		return
	}
	at := f.fset.Position(e.OpPos).Offset
	op := span{at, at + len(e.Op.String())}
	change := f.change(e, op, o.to)
	if o.kind == andOr {
		if !isBool(f.info.TypeOf(e)) {
			return
		}
		s := f.add(o.kind, e, call(o.helper), ") })", change)
		s.middle, s.between = op, ", func() bool { return ("
		return
	}
	if !isNumber(f.info.TypeOf(e.X)) || f.isUntypedShift(e) || f.isUntypedShift(e.X) || f.isUntypedShift(e.Y) {
		return
	}
	s := f.wrap(o.kind, e, o.helper, change)
	s.middle, s.between = op, ","
}

// isUntypedShift reports whether an expression is like 1 << n: its type depends on its context,
// which a call would change.
func (f *finder) isUntypedShift(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && (b.Op == token.SHL || b.Op == token.SHR) && f.info.Types[b.X].Value != nil
}

// call adds the mutants of built-in functions, and leaves out arguments that only decide how much
// memory is allocated in advance.
func (f *finder) call(e *ast.CallExpr) {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok || !f.info.Types[e.Fun].IsBuiltin() {
		return
	}
	switch id.Name {
	case "min", "max":
		if !isNumber(f.info.TypeOf(e)) {
			return
		}
		other, helper := "max", "Min"
		if id.Name == "max" {
			other, helper = "min", "Max"
		}
		s := f.add(arithmetic, e, "", "", f.change(e, f.span(id), other))
		s.middle, s.between = span{f.at(e), f.fset.Position(e.Lparen).Offset + 1}, call(helper)
	case "make":
		t := f.info.TypeOf(e).Underlying()
		if _, isSlice := t.(*types.Slice); !isSlice {
			f.skipAll(e.Args[1:])
		} else if len(e.Args) == 3 {
			f.skipAll(e.Args[2:])
		}
	}
}

func (f *finder) skipAll(list []ast.Expr) {
	for _, e := range list {
		f.skip[e] = true
	}
}

// returned leaves out the numbers that are returned with an error or with false, which callers may
// ignore.
func (f *finder) returned(n *ast.ReturnStmt) {
	if len(n.Results) < 2 {
		return
	}
	last := n.Results[len(n.Results)-1]
	tv := f.info.Types[last]
	fails := tv.Value != nil && tv.Value.Kind() == constant.Bool && !constant.BoolVal(tv.Value)
	if !fails && (tv.IsNil() || !types.Identical(tv.Type, types.Universe.Lookup("error").Type())) {
		return
	}
	for _, e := range n.Results[:len(n.Results)-1] {
		f.skip[e] = f.info.Types[e].Value != nil
	}
}

// literal leaves out the keys of arrays and slices.
func (f *finder) literal(e *ast.CompositeLit) {
	switch f.info.TypeOf(e).Underlying().(type) {
	case *types.Slice, *types.Array:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				f.skip[kv.Key] = true
			}
		}
	case *types.Map: // two equal keys would not compile
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok && f.info.Types[kv.Key].Value != nil {
				f.skip[kv.Key] = true
			}
		}
	}
}

// constant adds the mutant of a constant number, true or false.
func (f *finder) constant(e ast.Expr, tv types.TypeAndValue, stack []ast.Node) {
	around := f.around(e, stack)
	if isBool(tv.Type) {
		with := "!" + f.source(e)
		switch with {
		case "!true":
			with = "false"
		case "!false":
			with = "true"
		}
		f.wrap(constants, e, "Neg", f.change(around, f.span(e), with))
		return
	}
	typ, ok := f.spell(tv.Type)
	k, with := f.other(e, tv.Value)
	if !isNumber(tv.Type) || !ok || with == "" {
		return
	}
	if _, isOperand := stack[len(stack)-1].(*ast.BinaryExpr); isOperand && strings.Contains(with, " ") {
		with = "(" + with + ")"
	}
	f.wrap(k, e, "Value["+typ+"]", f.change(around, f.span(e), with))
}

// other is the mutation of a constant number in package on; none if it is bits or a colour, not an
// amount.
func (f *finder) other(e ast.Expr, v constant.Value) (k kind, with string) {
	if v.Kind() != constant.Int && v.Kind() != constant.Float {
		return "", ""
	}
	lit, isLit := e.(*ast.BasicLit)
	thousand := constant.MakeInt64(1000)
	switch {
	case constant.Sign(v) == 0:
		return constants, "1"
	case constant.Compare(v, token.GEQ, thousand), constant.Compare(constant.UnaryOp(token.SUB, v, 0), token.GEQ, thousand):
		if isLit && strings.HasPrefix(lit.Value, "0x") || isMark(v) {
			return "", ""
		}
		return unit, f.source(e) + " * 10"
	case isLit && lit.Kind == token.INT:
		return constants, constant.BinaryOp(v, token.ADD, constant.MakeInt64(1)).ExactString()
	}
	return constants, f.source(e) + " + 1"
}

// isMark reports whether a number is one of the last of its type: it means none, or something
// without a number.
func isMark(v constant.Value) bool {
	if v.Kind() != constant.Int {
		return false
	}
	next := constant.BitLen(constant.BinaryOp(v, token.ADD, constant.MakeInt64(4)))
	return (next == 33 || next > 63) && constant.BitLen(v) < next
}

// aroundLength is the maximum length of the code shown around a constant, which alone would mean
// little.
const aroundLength = 70

// around is the largest short expression or statement with e in it.
func (f *finder) around(e ast.Expr, stack []ast.Node) ast.Node {
	found := ast.Node(e)
	for i := len(stack) - 1; i >= 0; i-- {
		n := stack[i]
		switch n.(type) {
		case ast.Expr, *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt, *ast.ValueSpec:
		default:
			return found
		}
		if _, isFunc := n.(*ast.FuncLit); isFunc || len(line(f.source(n))) > aroundLength {
			return found
		}
		found = n
	}
	return found
}

// isCondition reports whether something depends on a bool there: a branch, a
// result, an operand, or a comparison that is stored or passed on.
func (f *finder) isCondition(e ast.Expr, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.IfStmt:
		return parent.Cond == e && !f.isErrorCheck(e)
	case *ast.ReturnStmt, *ast.CaseClause:
		return true
	case *ast.BinaryExpr:
		return (parent.Op == token.LAND || parent.Op == token.LOR) && !isLogical(e)
	case *ast.AssignStmt, *ast.ValueSpec, *ast.CallExpr, *ast.KeyValueExpr:
		switch e := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			return true
		case *ast.UnaryExpr:
			return e.Op == token.NOT
		}
	}
	return false
}

func isLogical(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}

// isErrorCheck reports whether a condition is err != nil: any test notices the
// opposite of it.
func (f *finder) isErrorCheck(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && f.info.Types[b.Y].IsNil() && types.Identical(f.info.TypeOf(b.X), types.Universe.Lookup("error").Type())
}

func (f *finder) negate(e ast.Expr) {
	at, with := f.span(e), "!("+f.source(e)+")"
	switch e := e.(type) {
	case *ast.UnaryExpr:
		with = f.source(e.X)
	case *ast.BinaryExpr:
		op := f.fset.Position(e.OpPos).Offset
		if other, ok := opposites[e.Op]; ok {
			at, with = span{op, op + len(e.Op.String())}, other
		}
	case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
		with = "!" + f.source(e)
	}
	f.wrap(negation, e, "Neg", f.change(e, at, with))
}

var opposites = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.GEQ: "<", token.GTR: "<=", token.LEQ: ">",
}
