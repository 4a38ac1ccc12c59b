package command

import (
	"io"
	"strings"

	"threadlens/model"
)

// errLines is where a verb says something on stderr: a line with each Write, in which
// what does not show, or changes the order of what does, is escaped. It may begin with a
// carriage return, over the line before.
type errLines struct{ w io.Writer }

func (e errLines) Write(p []byte) (int, error) {
	line, broken := strings.CutSuffix(string(p), "\n")
	line, back := strings.CutPrefix(line, "\r")
	line = model.Clean(line)
	if back {
		line = "\r" + line
	}
	if broken {
		line += "\n"
	}
	_, err := io.WriteString(e.w, line)
	return len(p), err
}
