package undecorate

import (
	"strconv"
	"strings"
)

// Name is the name of a function as in the source code. x86 means that the code is 32-bit, where
// names of C have a leading underscore and calling conventions are part of the name.
func Name(name string, x86 bool) string {
	name = strings.TrimPrefix(name, "__imp_")
	switch {
	case strings.HasPrefix(name, "?"):
		p := parser{s: name}
		if text, ok := p.whole(); ok {
			return text
		}
		return name
	case strings.HasPrefix(name, "`") || strings.Contains(name, "`anonymous"):
		return strings.NewReplacer("`anonymous namespace'", anonymous, "`anonymous-namespace'", anonymous).Replace(name)
	case x86:
		return plain(name)
	}
	return name
}

// anonymous is how demanglers on other systems write an anonymous namespace.
const anonymous = "(anonymous namespace)"

// plain undoes what 32-bit calling conventions do to names of C: _f, _f@8, @f@8 and f@@8, where the
// number is that of the bytes on the stack.
func plain(name string) string {
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		if _, err := strconv.ParseUint(name[i+1:], 10, 16); err == nil {
			rest := strings.TrimSuffix(name[:i], "@")
			if fast, ok := strings.CutPrefix(rest, "@"); ok {
				return fast
			}
			return strings.TrimPrefix(rest, "_")
		}
	}
	return strings.TrimPrefix(name, "_")
}

// Bounds on names.
const (
	maxText  = 1 << 12 // bytes of the result, and of every part of it
	maxDepth = 64
	memory   = 10 // names to which a digit can refer
)

// parser parses a decorated name. After the first thing that it does not understand, bad is set and
// everything is empty.
type parser struct {
	s     string
	bad   bool
	depth int
	// names and types are those to which digits refer.
	names, types []string
}

// whole parses a decorated name: the type after the name does not matter.
func (p *parser) whole() (text string, ok bool) {
	if p.take("??@") { // a hash of a name that was too long
		return "", false
	}
	p.take("?")
	text = p.qualified()
	return text, !p.bad && text != ""
}

func (p *parser) take(prefix string) bool {
	if p.bad || !strings.HasPrefix(p.s, prefix) {
		return false
	}
	p.s = p.s[len(prefix):]
	return true
}

// next is the next character, 0 at the end, which is an error.
func (p *parser) next() byte {
	if p.bad || p.s == "" {
		p.bad = true
		return 0
	}
	c := p.s[0]
	p.s = p.s[1:]
	return c
}

// peek is the next character without taking it, 0 at the end.
func (p *parser) peek() byte {
	if p.bad || p.s == "" {
		return 0
	}
	return p.s[0]
}

func (p *parser) fail() string {
	p.bad = true
	return ""
}

// enter counts the recursion of the parser; false when it is too deep.
func (p *parser) enter() bool {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	return !p.bad
}

func (p *parser) leave() { p.depth-- }

// bounded is text unless it is too long.
func (p *parser) bounded(text string) string {
	if len(text) > maxText {
		return p.fail()
	}
	return text
}

// counted is a part of a text, whose size is added to the total.
func (p *parser) counted(part string, size *int) string {
	if *size += len(part) + 1; *size > maxText {
		return p.fail()
	}
	return part
}

func (p *parser) remember(name string) string {
	if len(p.names) < memory && !p.bad {
		for _, n := range p.names {
			if n == name {
				return name
			}
		}
		p.names = append(p.names, name)
	}
	return name
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// remembered is the name to which a digit refers.
func (p *parser) remembered() string {
	if i := int(p.next() - '0'); i >= 0 && i < len(p.names) {
		return p.names[i]
	}
	return p.fail()
}

// qualified is the name of a symbol with its scopes, which are stored innermost first.
func (p *parser) qualified() string {
	if !p.enter() {
		return ""
	}
	defer p.leave()
	var name, arguments string
	own := noSpecial
	switch {
	case isDigit(p.peek()):
		name = p.remembered()
	case p.take("?$"):
		name, own, arguments = p.template()
	case p.take("?"):
		name, own = p.special()
	default:
		name = p.source()
	}
	scopes := p.scopes()
	class := ""
	if len(scopes) > 0 {
		class = scopes[len(scopes)-1]
	}
	return p.bounded(strings.Join(append(scopes, own.of(name, class)+arguments), "::"))
}

// scopes are the scopes up to the end of a name, the outermost first.
func (p *parser) scopes() (list []string) {
	for size := 0; !p.bad && !p.take("@"); {
		list = append(list, p.counted(p.scope(), &size))
	}
	for i, k := 0, len(list)-1; i < k; i, k = i+1, k-1 {
		list[i], list[k] = list[k], list[i]
	}
	return list
}

// scope is a namespace, a class, or a function that encloses something.
func (p *parser) scope() string {
	switch {
	case isDigit(p.peek()):
		return p.remembered()
	case p.take("?$"):
		return p.class()
	case p.take("?A"):
		return p.nameless()
	case p.take("?"):
		return p.local()
	}
	return p.source()
}

// nameless is an anonymous namespace, which has a unique key.
func (p *parser) nameless() string {
	_, rest, ok := strings.Cut(p.s, "@")
	if !ok {
		return p.fail()
	}
	p.s = rest
	if len(p.names) < memory {
		p.names = append(p.names, anonymous)
	}
	return anonymous
}

// local is the scope inside a function: a unique number, and the function.
func (p *parser) local() string {
	p.number()
	if !p.take("??") {
		return p.fail()
	}
	name := p.symbol()
	return "`" + name + "'"
}

// source is a plain name.
func (p *parser) source() string {
	name, rest, ok := strings.Cut(p.s, "@")
	if !ok || name == "" || p.bad {
		return p.fail()
	}
	p.s = rest
	return p.remember(p.bounded(name))
}

// template is a template and its arguments, in which digits refer to separate names.
func (p *parser) template() (name string, own special, arguments string) {
	if !p.enter() {
		return "", noSpecial, ""
	}
	defer p.leave()
	names, types := p.names, p.types
	p.names, p.types = nil, nil
	if p.take("?") {
		name, own = p.special()
	} else {
		name = p.source()
	}
	arguments = p.bounded("<" + strings.Join(p.arguments(), ",") + ">")
	p.names, p.types = names, types
	return name, own, arguments
}

// class is an instance of a class template.
func (p *parser) class() string {
	name, own, arguments := p.template()
	return p.remember(p.bounded(own.of(name, "") + arguments))
}

// number is a number: a digit for 1 to 10, or else hexadecimal digits from A on and
// an @.
func (p *parser) number() (text string) {
	sign := ""
	if p.take("?") {
		sign = "-"
	}
	if isDigit(p.peek()) {
		return sign + strconv.Itoa(int(p.next()-'0')+1)
	}
	n := uint64(0)
	for !p.bad && !p.take("@") {
		c := p.next()
		if c < 'A' || c > 'P' || n>>60 != 0 {
			return p.fail()
		}
		n = n<<4 | uint64(c-'A')
	}
	return sign + strconv.FormatUint(n, 10)
}
