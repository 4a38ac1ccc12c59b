package command

import (
	"io"
	"strings"

	"threadlens/model"
)

// errLines writes a verb's messages to stderr: each Write is a line, in which invisible characters
// and those that change the order of text are escaped. It may begin with a carriage return, to
// overwrite the previous line.
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
