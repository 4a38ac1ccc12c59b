package undecorate

import (
	"strconv"
	"strings"
)

// primitives are the types of one letter, and of a letter after an underscore.
var (
	primitives = map[byte]string{
		'C': "signed char", 'D': "char", 'E': "unsigned char", 'F': "short", 'G': "unsigned short", 'H': "int", 'I': "unsigned int",
		'J': "long", 'K': "unsigned long", 'M': "float", 'N': "double", 'O': "long double", 'X': "void", 'Z': "...",
	}
	primitives2 = map[byte]string{
		'J': "__int64", 'K': "unsigned __int64", 'N': "bool", 'W': "wchar_t", 'Q': "char8_t", 'S': "char16_t", 'U': "char32_t", 'P': "auto", 'T': "decltype(auto)",
		'L': "__int128", 'M': "unsigned __int128",
	}
)

// typ is a type, without the words class, struct, union and enum.
func (p *parser) typ() string {
	if !p.enter() {
		return ""
	}
	defer p.leave()
	switch c := p.peek(); {
	case p.take("$$"):
		return p.longType()
	case p.take("?"): // of a result or an argument: with its own qualifiers
		return p.constant() + p.typ()
	case p.take("_"):
		return p.named(primitives2[p.next()])
	case p.take("W4"), c >= 'T' && c <= 'V' && p.next() != 0:
		return p.className()
	case c >= 'A' && c <= 'B':
		p.next()
		return p.pointer(" &")
	case c >= 'P' && c <= 'S':
		p.next()
		return p.pointer(" *")
	case c == 'Y':
		return p.array()
	}
	return p.named(primitives[p.next()])
}

// named is a name that must not be empty.
func (p *parser) named(name string) string {
	if name == "" {
		return p.fail()
	}
	return name
}

// longType is a type after $$.
func (p *parser) longType() string {
	switch p.next() {
	case 'Q', 'R':
		return p.pointer(" &&")
	case 'A':
		p.take("6")
		return p.function("")
	case 'B':
		return p.typ()
	case 'C':
		return p.constant() + p.typ()
	case 'T':
		return "std::nullptr_t"
	}
	return p.fail()
}

// className is the name of a class with its scopes.
func (p *parser) className() string {
	var name string
	switch {
	case isDigit(p.peek()):
		name = p.remembered()
	case p.take("?$"):
		name = p.class()
	default:
		name = p.source()
	}
	return p.bounded(strings.Join(append(p.scopes(), name), "::"))
}

// constant reads qualifiers: const for B and D, for members of classes for R and T.
func (p *parser) constant() string {
	switch p.next() {
	case 'A', 'C', 'Q', 'S':
		return ""
	case 'B', 'D', 'R', 'T':
		return "const "
	}
	return p.fail()
}

// pointer is a pointer or reference.
func (p *parser) pointer(sign string) string {
	switch {
	case p.take("6"):
		return p.function(strings.TrimSpace(sign))
	case p.take("8"):
		class := p.className()
		p.this()
		return p.function(class + "::" + strings.TrimSpace(sign))
	}
	for p.take("E") || p.take("F") || p.take("I") { // 64-bit, unaligned, restrict
	}
	member := ""
	if c := p.peek(); c >= 'Q' && c <= 'T' {
		member = " "
	}
	text := p.constant()
	if member != "" {
		member += p.className() + "::"
		sign = strings.TrimSpace(sign)
	}
	return p.bounded(text + p.typ() + member + sign)
}

// array is an array: the number of dimensions, their sizes, the type.
func (p *parser) array() string {
	p.next()
	text := ""
	n, err := strconv.ParseUint(p.number(), 10, 6)
	if err != nil {
		return p.fail()
	}
	for range n {
		text += "[" + p.number() + "]"
	}
	if p.take("$$C") {
		return p.constant() + p.typ() + text
	}
	return p.bounded(p.typ() + text)
}

// this reads the qualifiers of the object of a method.
func (p *parser) this() {
	for p.take("E") || p.take("F") || p.take("G") || p.take("H") || p.take("I") {
	}
	p.constant()
}

// function is the type of a function, or of a pointer to it: calling convention, result,
// parameters, exceptions.
func (p *parser) function(sign string) string {
	if c := p.next(); c < 'A' || c > 'w' {
		return p.fail()
	}
	result := ""
	if !p.take("@") {
		result = p.typ()
	}
	list := p.parameters()
	if !p.take("_E") && !p.take("Z") {
		return p.fail()
	}
	if sign != "" {
		sign = "(" + sign + ")"
	}
	return p.bounded(result + " " + sign + "(" + strings.Join(list, ",") + ")")
}

// parameters are types of parameters; a digit refers to one that took more than a
// letter.
func (p *parser) parameters() (list []string) {
	if p.take("X") {
		return []string{"void"}
	}
	for size := 0; !p.bad && !p.take("@"); {
		switch {
		case p.take("Z"):
			return append(list, "...")
		case isDigit(p.peek()):
			i := int(p.next() - '0')
			if i >= len(p.types) {
				p.bad = true
				return nil
			}
			list = append(list, p.counted(p.types[i], &size))
		default:
			left := len(p.s)
			t := p.typ()
			if left-len(p.s) > 1 && len(p.types) < memory {
				p.types = append(p.types, t)
			}
			list = append(list, p.counted(t, &size))
		}
	}
	return list
}

// symbol is the name of a whole symbol inside another name, whose type is skipped.
func (p *parser) symbol() string {
	name := p.qualified()
	switch c := p.next(); {
	case c >= '0' && c <= '4':
		p.s = string(c) + p.s
		p.skipVariable()
	case c == '9':
	case c >= 'A' && c <= 'Z':
		p.skipFunction(c)
	default:
		p.bad = true
	}
	return name
}

// skipVariable skips the kind and the type of a variable.
func (p *parser) skipVariable() {
	if c := p.next(); c < '0' || c > '4' {
		p.bad = true
		return
	}
	p.typ()
	for p.take("E") || p.take("F") || p.take("I") {
	}
	p.constant()
}

// skipFunction skips the type of a function after the letter for its kind: three times eight for
// methods by access, each twice for near and far: plain, static, virtual, and with a displacement
// of the object; then those that are not methods.
func (p *parser) skipFunction(kind byte) {
	if kind < 'Y' {
		switch (kind - 'A') % 8 / 2 {
		case 3:
			p.number()
			p.this()
		case 0, 2:
			p.this()
		}
	}
	p.function("")
}

// arguments are those of a template.
func (p *parser) arguments() (list []string) {
	for size := 0; !p.bad && !p.take("@"); {
		if p.take("$$V") || p.take("$$$V") || p.take("$$Z") || p.take("$S") { // packs without elements
			continue
		}
		list = append(list, p.counted(p.argument(), &size))
	}
	return list
}

func (p *parser) argument() string {
	switch {
	case p.take("$$Y"):
		return p.className()
	case p.take("$M"): // of a type that is an argument itself
		p.typ()
		return p.value()
	case strings.HasPrefix(p.s, "$") && !strings.HasPrefix(p.s, "$$"):
		p.next()
		return p.value()
	}
	return p.typ()
}

// value is an argument that is not a type.
func (p *parser) value() string {
	switch p.next() {
	case '0':
		return p.number()
	case '1':
		return p.address("&")
	case 'H': // a method, with the offset of the object in others
		return "{" + p.address("") + "," + p.number() + "}"
	case 'I':
		return "{" + p.address("") + "," + p.number() + "," + p.number() + "}"
	case 'J':
		return "{" + p.address("") + "," + p.number() + "," + p.number() + "," + p.number() + "}"
	case 'E':
		return p.address("")
	case 'F':
		return "{" + p.number() + "," + p.number() + "}"
	case 'G':
		return "{" + p.number() + "," + p.number() + "," + p.number() + "}"
	}
	return p.fail()
}

// address is a symbol as the argument of a template.
func (p *parser) address(sign string) string {
	if !p.take("?") {
		return p.fail()
	}
	return sign + p.symbol()
}
