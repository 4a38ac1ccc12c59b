package classify

import (
	"fmt"
	"math/bits"
	"strings"

	"threadlens/model"
)

// A file of signatures consists of one statement per line, words separated by
// blanks; # starts a comment.
//
//	library MODULE...      modules of the system or a runtime
//	namespace FUNCTION...  functions of a runtime, whatever module they are in
//	reentry FRAME...       frames that call the program back: what is further out
//	                       has begun another wait than this one
//	rule NAME CLASS SUB PLATFORM [general] [result] [descriptor] [idle] [dispatch]
//
// CLASS is one of M, U, S, I, W, L and G, SUB the name of a sub-reason, PLATFORM one
// of any, windows, linux, dotnet, java and go. The indented lines after a rule
// belong to it:
//
//	FRAME...               frames to which it applies
//	under FRAME...         one of these must be further out
//	outside FRAME...       none of these may be
//	note TEXT              for people
//
// A FRAME is module!function, modules separated by |, or a function of any library;
// * stands for any letters, ? for one. Modules are lower case and have no extension;
// the kernel's is kernel or nt. A rule with the name of an earlier one replaces it;
// one without frames only removes it. Of two that name the same frame, the user's
// own takes precedence.

// Problem is a line of a file that cannot be understood. The rest of the file is
// used nevertheless.
type Problem struct {
	File string
	Line int
	Text string
}

// Error implements error.
func (p Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// parser reads one file into a table.
type parser struct {
	table    *Table
	own      bool // it is the user's file
	rule     *Rule
	broken   bool // the rule's head was broken, so its lines are ignored
	problems []Problem
	file     string
	line     int
}

// parse reads a file. It returns the lines that it cannot understand.
func (t *Table) parse(file, text string, own bool) []Problem {
	p := parser{table: t, own: own, file: file}
	for _, line := range strings.Split(text, "\n") {
		p.line++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case line[0] == ' ' || line[0] == '\t':
			p.detail(words)
		default:
			p.statement(words)
		}
	}
	return p.problems
}

func (p *parser) fail(format string, args ...any) {
	p.problems = append(p.problems, Problem{p.file, p.line, fmt.Sprintf(format, args...)})
}

func (p *parser) statement(words []string) {
	p.rule, p.broken = nil, false
	switch args := words[1:]; words[0] {
	case "rule":
		p.head(args)
	case "library":
		for _, w := range args {
			p.table.libraries = append(p.table.libraries, glob(strings.ToLower(w)))
		}
	case "namespace":
		for _, w := range args {
			p.table.namespaces = append(p.table.namespaces, glob(w))
		}
	case "reentry":
		p.table.reentries = append(p.table.reentries, frames(args)...)
	default:
		p.fail("a line that is not indented must begin with “rule”, “library”, “namespace” or “reentry”, not %q", words[0])
	}
}

// head starts a rule.
func (p *parser) head(args []string) {
	p.broken = true
	if len(args) < 4 {
		p.fail("a rule needs a name, a class, a wait reason and a platform, in this order")
		return
	}
	r := &Rule{Name: args[0], own: p.own}
	class := strings.Index(classLetters, args[1])
	if class < 0 || len(args[1]) != 1 {
		p.fail("the class of a rule must be M (memory), U (UI), S (sleep), I (I/O), W (work), L (lock) or G (generic), not %q", args[1])
		return
	}
	r.Class = Class(class)
	var ok bool
	if r.Sub, ok = model.ParseSub(args[2]); !ok || args[2] == "" {
		p.fail("unknown wait reason %q: use a name such as Futex or Pipe (column “reason” of “threadlens report waits --format csv”)", args[2])
		return
	}
	platform := indexOf(platformNames[:], args[3])
	if platform < 0 {
		p.fail("the platform of a rule must be one of %s, not %q", strings.Join(platformNames[:], ", "), args[3])
		return
	}
	r.Platform = Platform(platform)
	r.General = r.Class == ClassGeneric
	for _, w := range args[4:] {
		switch w {
		case "general":
			r.General = true
		case "result":
			r.Result = true
		case "descriptor":
			r.Descriptor = true
		case "idle":
			r.Idle = true
		case "dispatch":
			r.Dispatch = true
		default:
			p.fail("only these options may follow the platform of a rule: general, result, descriptor, idle, dispatch; not %q", w)
			return
		}
	}
	p.broken = false
	p.rule = p.table.add(r)
}

// detail is a line that belongs to a rule.
func (p *parser) detail(words []string) {
	r := p.rule
	switch {
	case p.broken:
	case r == nil:
		p.fail("an indented line is allowed only after a rule")
	case words[0] == "note":
		r.Note = strings.TrimSpace(r.Note + " " + strings.Join(words[1:], " "))
	case words[0] == "under":
		p.context(&r.needs, words[1:])
	case words[0] == "outside":
		p.context(&r.refuses, words[1:])
	default:
		r.patterns = append(r.patterns, frames(words)...)
	}
}

// context makes a rule depend on frames further out: each such condition has a bit.
func (p *parser) context(bit *uint64, words []string) {
	if *bit == 0 {
		if len(p.table.contexts) == maxContexts {
			p.fail("the rules together have more than %d conditions (lines that begin with “under” or “outside”): this rule is ignored", maxContexts)
			p.rule.patterns, p.broken = nil, true
			return
		}
		*bit = 1 << len(p.table.contexts)
		p.table.contexts = append(p.table.contexts, nil)
	}
	set := &p.table.contexts[bits.TrailingZeros64(*bit)]
	*set = append(*set, frames(words)...)
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}
