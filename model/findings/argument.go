package findings

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"threadlens/model"
)

// fileEnding is how file names end.
var fileEnding = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// longestArgument is how many bytes of an argument a sentence shows at most.
const longestArgument = 40

// processName is the name of a process in a sentence: its name, its id and, if its command
// line was recorded, what it works on: "cc1 21801 (slow.c)".
func (l *ruleContext) processName(p model.ProcIx) string {
	proc := &l.t.Processes[p]
	name := strings.TrimSpace(proc.Name + " " + strconv.FormatUint(uint64(proc.PID), 10))
	if proc.Surroundings != nil {
		if arg := subject(proc.Surroundings.Arguments); arg != "" {
			name += " (" + arg + ")"
		}
	}
	return name
}

// worker is the name in a sentence of a thread that works for its process; for the first
// thread it includes what that works on.
func (l *ruleContext) worker(ix model.ThreadIx) string {
	name, proc := l.name(ix), l.t.Process(ix)
	if proc.Surroundings != nil && uint32(l.t.Threads[ix].TID) == proc.PID {
		if arg := subject(proc.Surroundings.Arguments); arg != "" {
			name += " (" + arg + ")"
		}
	}
	return name
}

// subject is the first argument of a command line that looks like the name of a file, with an
// ending such as .c, and is not the one that the command writes (-o). It is "" if there is
// none.
func subject(arguments []string) string {
	for i := 1; i < len(arguments); i++ {
		a := arguments[i]
		name := path.Base(a)
		if arguments[i-1] != "-o" && !strings.HasPrefix(a, "-") && !strings.ContainsAny(a, " \t\n=;") &&
			len(name) <= longestArgument && fileEnding.MatchString(name) {
			return name
		}
	}
	return ""
}
