package findings

import (
	"path"
	"strconv"
	"strings"

	"threadlens/model"
)

// longestArgument is how many bytes of an argument are worth reading in a sentence.
const longestArgument = 40

// processName is how a sentence calls a process: by its name, its id and, where its command
// line was recorded, what it works on: "cc1 21801 (slow.c)".
func (l *look) processName(p model.ProcIx) string {
	proc := &l.t.Processes[p]
	name := strings.TrimSpace(proc.Name + " " + strconv.FormatUint(uint64(proc.PID), 10))
	if proc.Surroundings != nil {
		if arg := subject(proc.Surroundings.Arguments); arg != "" {
			name += " (" + arg + ")"
		}
	}
	return name
}

// subject is the first argument of a command line that looks like the name of a file: with a
// dot in it, not an option, a number or a text. It is "" where there is none.
func subject(arguments []string) string {
	for _, a := range arguments[min(1, len(arguments)):] {
		_, err := strconv.ParseFloat(a, 64)
		name := path.Base(a)
		if err != nil && strings.Contains(strings.Trim(name, "."), ".") && !strings.HasPrefix(a, "-") &&
			!strings.ContainsAny(a, " \t\n=;") && len(name) <= longestArgument {
			return name
		}
	}
	return ""
}
