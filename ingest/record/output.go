package record

import (
	"io"
	"os"
	"os/exec"
	"time"
)

// outputTime is how long programs have to write once the command has ended.
const outputTime = 500 * time.Millisecond

// connect gives a command its input and output.
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

// unfailing takes what a command writes, so that it never writes in vain.
type unfailing struct{ to io.Writer }

func (u unfailing) Write(p []byte) (int, error) {
	_, _ = u.to.Write(p) // as Options.Output says
	return len(p), nil
}
