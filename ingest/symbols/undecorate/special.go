package undecorate

// special is how the name of something depends on its class.
type special uint8

const (
	noSpecial special = iota
	constructor
	destructor
)

// of is the name of a special function of a class.
func (s special) of(name, class string) string {
	switch s {
	case constructor:
		return withoutArguments(class)
	case destructor:
		return "~" + withoutArguments(class)
	}
	return name
}

// withoutArguments is the name of a class without the arguments of a template.
func withoutArguments(class string) string {
	for i := range len(class) {
		if class[i] == '<' && i > 0 {
			return class[:i]
		}
	}
	return class
}

// special is the name of an operator, or of something compiler-generated.
func (p *parser) special() (name string, own special) {
	table := operators
	code := p.next()
	if code == '_' {
		table, code = generated, p.next()
		if code == '_' {
			table, code = generated2, p.next()
		}
	}
	switch name = table[code]; {
	case p.bad:
		return "", noSpecial
	case name == "":
		return p.fail(), noSpecial
	case name == conversion:
		return name, noSpecial
	case name == constructorName:
		return "", constructor
	case name == destructorName:
		return "", destructor
	case name == literal:
		return name + p.source(), noSpecial
	case name == initializer || name == finalizer:
		return p.dynamic(name), noSpecial
	}
	return name, noSpecial
}

// dynamic is the function that initialises or destroys a variable.
func (p *parser) dynamic(what string) string {
	variable := ""
	if p.take("?") {
		variable = p.qualified()
		p.skipVariable()
		p.take("@")
	} else {
		variable = p.source()
	}
	return "`" + what + "'" + variable + "''"
}

// Names that are treated specially.
const (
	constructorName = "constructor"
	destructorName  = "destructor"
	conversion      = "operator cast" // to a type that follows
	literal         = `operator "" `
	initializer     = "dynamic initializer for "
	finalizer       = "dynamic atexit destructor for "
)

var operators = map[byte]string{
	'0': constructorName, '1': destructorName, '2': "operator new", '3': "operator delete", '4': "operator=", '5': "operator>>", '6': "operator<<",
	'7': "operator!", '8': "operator==", '9': "operator!=", 'A': "operator[]", 'B': conversion, 'C': "operator->", 'D': "operator*", 'E': "operator++",
	'F': "operator--", 'G': "operator-", 'H': "operator+", 'I': "operator&", 'J': "operator->*", 'K': "operator/", 'L': "operator%", 'M': "operator<",
	'N': "operator<=", 'O': "operator>", 'P': "operator>=", 'Q': "operator,", 'R': "operator()", 'S': "operator~", 'T': "operator^", 'U': "operator|",
	'V': "operator&&", 'W': "operator||", 'X': "operator*=", 'Y': "operator+=", 'Z': "operator-=",
}

var generated = map[byte]string{
	'0': "operator/=", '1': "operator%=", '2': "operator>>=", '3': "operator<<=", '4': "operator&=", '5': "operator|=", '6': "operator^=",
	'9': "`vcall'", 'B': "`local static guard'", 'D': "`vbase dtor'", 'E': "`vector deleting dtor'", 'F': "`default ctor closure'", 'G': "`scalar deleting dtor'",
	'H': "`vector ctor iterator'", 'I': "`vector dtor iterator'", 'J': "`vector vbase ctor iterator'", 'L': "`eh vector ctor iterator'",
	'M': "`eh vector dtor iterator'", 'N': "`eh vector vbase ctor iterator'", 'O': "`copy ctor closure'", 'T': "`local vftable ctor closure'",
	'U': "operator new[]", 'V': "operator delete[]", 'X': "`placement delete closure'", 'Y': "`placement delete[] closure'",
}

var generated2 = map[byte]string{
	'A': "`managed vector ctor iterator'", 'B': "`managed vector dtor iterator'", 'C': "`EH vector copy ctor iterator'",
	'D': "`EH vector vbase copy ctor iterator'", 'E': initializer, 'F': finalizer, 'G': "`vector copy ctor iterator'",
	'H': "`vector vbase copy constructor iterator'", 'I': "`managed vector vbase copy constructor iterator'", 'J': "`local static thread guard'",
	'K': literal, 'L': "operator co_await", 'M': "operator<=>",
}
