package tracepoint

import (
	"strconv"
	"strings"
)

// Flag is an entry of a list in a print format: a value and its text.
type Flag struct {
	Value uint64
	Text  string
}

// maxDepth bounds the nesting of parentheses in a print format, maxCalls the calls of one function
// that are examined.
const (
	maxDepth = 64
	maxCalls = 64
)

// Flags returns the bits that the print format names for a field, in order:
// the list of its __print_flags call, and bits printed one by one as in
// `REC->prev_state & 256 ? "+" : ""`. It is nil when there are none.
func (f *Format) Flags(field string) []Flag {
	return append(f.list("__print_flags", field), f.marks(field)...)
}

// Symbols returns the values of a field that the print format has names for.
func (f *Format) Symbols(field string) []Flag { return f.list("__print_symbolic", field) }

// list finds the call of fn whose first argument mentions the field and reads the { value, "text" }
// pairs after it. Pairs whose value is not a number, such as an enumerator's name, are left out.
func (f *Format) list(fn, field string) []Flag {
	rest := f.Print
	for range maxCalls {
		i := strings.Index(rest, fn+"(")
		if i < 0 {
			break
		}
		rest = rest[i+len(fn)+1:]
		args := rest[:closing(rest)]
		head, pairs, ok := strings.Cut(args, "{")
		if ok && mentions(head, field) {
			return readPairs(pairs)
		}
	}
	return nil
}

func readPairs(s string) []Flag {
	var fs []Flag
	for s != "" {
		val, rest, ok := strings.Cut(s, ",")
		if !ok {
			break
		}
		text, rest, ok := quoted(rest)
		if !ok {
			break
		}
		if v, ok := eval(val); ok {
			fs = append(fs, Flag{v, text})
		}
		_, s, _ = strings.Cut(rest, "{")
	}
	return fs
}

// marks finds `REC->field & EXPR ? "text" :`.
func (f *Format) marks(field string) []Flag {
	var fs []Flag
	rest, before := f.Print, ""
	for {
		i := strings.Index(rest, `? "`)
		if i < 0 {
			return fs
		}
		before, rest = rest[:i], rest[i+2:]
		text, tail, ok := quoted(rest)
		if !ok {
			return fs
		}
		rest = tail
		key := "REC->" + field + " & "
		if j := strings.LastIndex(before, key); j >= 0 && text != "" {
			if v, ok := eval(before[j+len(key):]); ok {
				fs = append(fs, Flag{v, text})
			}
		}
	}
}

// mentions reports whether s uses the field REC->name.
func mentions(s, name string) bool {
	key := "REC->" + name
	for {
		i := strings.Index(s, key)
		if i < 0 {
			return false
		}
		s = s[i+len(key):]
		if s == "" || !isWord(s[0]) {
			return true
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// closing is the index of the parenthesis that closes the one before s, or the
// length of s.
func closing(s string) int {
	depth, inText := 1, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && inText:
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// quoted reads the string literal at the start of s.
func quoted(s string) (text, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t")
	if s == "" || s[0] != '"' {
		return "", s, false
	}
	text, rest, ok = strings.Cut(s[1:], `"`)
	return text, rest, ok
}

// eval computes a constant C expression of integers, parentheses and the
// operators ~ - * + << >> & ^ |.
func eval(s string) (v uint64, ok bool) {
	p := parser{s: s}
	v = p.binary(0, 0)
	p.space()
	return v, !p.bad && p.s == ""
}

type parser struct {
	s   string
	bad bool
}

// operators of C by increasing precedence.
var operators = [...][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*"}}

func (p *parser) space() { p.s = strings.TrimLeft(p.s, " \t") }

func (p *parser) binary(level, depth int) uint64 {
	if depth > maxDepth {
		p.bad = true
	}
	if p.bad {
		return 0
	}
	if level == len(operators) {
		return p.unary(depth)
	}
	v := p.binary(level+1, depth)
	for {
		op := p.operator(level)
		if op == "" || p.bad {
			return v
		}
		v = apply(op, v, p.binary(level+1, depth))
	}
}

func (p *parser) operator(level int) string {
	p.space()
	for _, op := range operators[level] {
		if strings.HasPrefix(p.s, op) {
			p.s = p.s[len(op):]
			return op
		}
	}
	return ""
}

func apply(op string, a, b uint64) uint64 {
	switch op {
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "<<":
		return a << b
	case ">>":
		return a >> b
	case "+":
		return a + b
	case "-":
		return a - b
	}
	return a * b
}

func (p *parser) unary(depth int) uint64 {
	p.space()
	if p.s == "" {
		p.bad = true
		return 0
	}
	if depth > maxDepth {
		p.bad = true
		return 0
	}
	switch c := p.s[0]; c {
	case '~', '-':
		p.s = p.s[1:]
		v := p.unary(depth + 1)
		if c == '~' {
			return ^v
		}
		return -v
	case '(':
		p.s = p.s[1:]
		v := p.binary(0, depth+1)
		p.space()
		if !strings.HasPrefix(p.s, ")") {
			p.bad = true
			return 0
		}
		p.s = p.s[1:]
		return v
	}
	return p.number()
}

func (p *parser) number() uint64 {
	n := 0
	for n < len(p.s) && isWord(p.s[n]) {
		n++
	}
	v, err := strconv.ParseUint(strings.TrimRight(p.s[:n], "uUlL"), 0, 64)
	if err != nil {
		p.bad = true
		return 0
	}
	p.s = p.s[n:]
	return v
}
