package findings

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"threadlens/model"
)

// fileEnding is how names of files end.
var fileEnding = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// longestArgument is how many bytes of an argument are worth reading in a sentence.
const longestArgument = 40

// processName is how a sentence calls a process: by its name, its id and, where its command
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

// worker is how a sentence calls a thread that works for its process: the first one by what
// that works on, too.
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
// ending such as .c, and is not the one that the command writes (-o). It is "" where there is
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
