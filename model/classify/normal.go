package classify

import "strings"

// kernel is the module of every kernel.
const kernel = "kernel"

// kernelModules are the names of kernel images.
var kernelModules = map[string]bool{
	kernel: true, "nt": true, "ntoskrnl": true, "ntkrnlmp": true, "ntkrnlpa": true, "ntkrpamp": true,
	"[kernel.kallsyms]": true, "[guest.kernel.kallsyms]": true, "[kernel]": true, "vmlinux": true, "bzimage": true,
}

// moduleEnds are the extensions of modules. What follows that of a shared object is
// its version.
var moduleEnds = [...]string{".dll", ".exe", ".sys", ".drv", ".ocx", ".cpl", ".so", ".dylib", ".ni"}

// normalModule is a module as written in rules: lower case, without folder,
// extension and version.
func normalModule(s string) string {
	if i := strings.LastIndexAny(s, `/\`); i >= 0 && !strings.HasPrefix(s, "[") {
		s = s[i+1:]
	}
	s = strings.ToLower(s)
	for _, end := range moduleEnds {
		if i := strings.Index(s, end); i > 0 && (len(s) == i+len(end) || s[i+len(end)] == '.') {
			s = s[:i]
		}
	}
	if i := strings.LastIndexByte(s, '-'); i > 0 && strings.Trim(s[i:], "-.0123456789") == "" {
		s = s[:i]
	}
	if kernelModules[s] {
		return kernel
	}
	return s
}

// normalFunction is a function as written in rules: without arguments, type
// parameters and what compilers and linkers add to names. If the name includes its
// module, that is returned too.
func normalFunction(s string) (function, module string) {
	if i := strings.LastIndex(s, "+0x"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "__imp_"), "_imp_")
	if s, module, ok := perfMapDotnet(s); ok {
		return s, module
	}
	if i := strings.Index(s, " [clone "); i > 0 {
		s = s[:i]
	}
	if i := strings.IndexByte(s, '@'); i > 0 {
		s = s[:i]
	}
	s = withoutBrackets(s)
	if s, ok := perfMapJava(s); ok {
		return s, ""
	}
	for _, end := range [...]string{".cold", ".isra.", ".part.", ".constprop.", ".llvm.", ".lto_priv."} {
		if i := strings.Index(s, end); i > 0 {
			s = s[:i]
		}
	}
	return s, ""
}

// withoutBrackets leaves out arguments, and parameters of generic types and
// templates. The receiver of a Go method, "sync.(*Mutex).Lock", and the anonymous
// namespaces of C++ are in brackets too, and are kept.
func withoutBrackets(s string) string {
	if !strings.ContainsAny(s, "(<[") || strings.Contains(s, "operator") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(':
			end := strings.IndexByte(s[i:], ')')
			if end < 0 || i > 0 && s[i-1] != '.' && s[i-1] != ':' {
				return b.String()
			}
			b.WriteString(s[i : i+end+1])
			i += end
		case c == '<' || c == '[' && i > 0:
			i = closing(s, i)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// closing is where the bracket that opens at i closes.
func closing(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '<', '[':
			depth++
		case '>', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// perfMapDotnet reads a method as .NET writes it into a perf map:
// "instance void [System.Private.CoreLib] System.Threading.Monitor::Wait(object)[Tier0]".
func perfMapDotnet(s string) (function, module string, ok bool) {
	open := strings.IndexByte(s, '[')
	shut := strings.Index(s, "] ")
	if open < 0 || shut < open || !strings.Contains(s[shut:], "::") {
		return "", "", false
	}
	module = normalModule(s[open+1 : shut])
	function = withoutBrackets(s[shut+2:])
	return strings.ReplaceAll(strings.ReplaceAll(function, "::", "."), "/", "+"), module, true
}

// perfMapJava reads a method as written in perf maps of Java:
// "Ljava/util/concurrent/locks/LockSupport;::park".
func perfMapJava(s string) (function string, ok bool) {
	class, method, found := strings.Cut(s, ";::")
	if !found || !strings.HasPrefix(class, "L") {
		return "", false
	}
	return strings.ReplaceAll(class[1:], "/", ".") + "." + method, true
}
