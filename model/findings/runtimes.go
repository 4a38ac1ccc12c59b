package findings

import (
	"slices"
	"strings"

	"threadlens/model"
)

// runtimeNames are parts of the names of threads by which runtimes stop the others:
// Java, .NET, and others whose collectors have their own threads.
var runtimeNames = []string{
	"vm thread", "gc thread", "g1 ", "gc task", "gang worker", "parallel gc", "concgc", "zgc", "shenandoah", ".net gc", ".net server gc",
	".net tiered", "gc-thread", "gcthread", "garbage collector", "gc worker",
}

// serviceNames are parts of the names of threads of runtimes that do not work for the
// program, and may continue while it is stopped.
var serviceNames = []string{"compilerthre", "service thread", "monitor deflati", "vm periodic", "signal dispatch"}

// collectors are the collectors of Java that name their threads.
var collectors = []struct{ part, name string }{{"g1 ", "G1"}, {"zgc", "ZGC"}, {"shenandoah", "Shenandoah"}}

func (l *ruleContext) named(ix model.ThreadIx, parts []string) bool {
	name := strings.ToLower(l.t.Threads[ix].Name())
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
}

// ofRuntime reports whether a thread is one by which a runtime stops the others.
func (l *ruleContext) ofRuntime(ix model.ThreadIx) bool { return l.named(ix, runtimeNames) }
