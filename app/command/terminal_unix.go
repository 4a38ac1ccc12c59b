//go:build unix

package command

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// terminalWidth is how many characters a line of a terminal has, 0 if w is none.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// allowsColour reports whether a terminal shows colours.
func allowsColour(io.Writer) bool { return true }
