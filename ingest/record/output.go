package record

import (
	"io"
	"os"
	"os/exec"
	"time"
)

// outputTime is how long leftover programs may write after the command has ended.
const outputTime = 500 * time.Millisecond

// connect sets a command's input and output.
func (o *Options) connect(cmd *exec.Cmd) {
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if o.Output != nil {
		all := unfailing{o.Output}
		cmd.Stdout, cmd.Stderr, cmd.WaitDelay = all, all, outputTime
	}
	if !o.NoInput {
		cmd.Stdin = os.Stdin
	}
}

// unfailing forwards what a command writes, and hides errors from it.
type unfailing struct{ to io.Writer }

func (u unfailing) Write(p []byte) (int, error) {
	_, _ = u.to.Write(p) // errors are dropped, see Options.Output
	return len(p), nil
}
