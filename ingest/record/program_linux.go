package record

import (
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// program is the command that a recording was made for; nil where there is none.
type program struct {
	cmd  *exec.Cmd
	done chan error
	held chan bool // told once whether to go on, nil for one that was never held
}

// command is the program of Options.Command, not yet started.
func (s *session) command() *program {
	p := &program{cmd: exec.Command(s.o.Command[0], s.o.Command[1:]...), done: make(chan error, 1)}
	s.o.connect(p.cmd)
	return p
}

// start starts the command, or has it go on where it is held.
func (s *session) start() (*program, error) {
	if p := s.program; p != nil {
		p.held <- true
		return p, nil
	}
	if len(s.o.Command) == 0 {
		return nil, nil
	}
	p := s.command()
	started := make(chan error)
	go func() { // not on this thread, whose priority the command would inherit
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.done <- p.cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	s.program = p
	return p, nil
}

// hold starts the command and holds it before its first instruction, as debuggers do,
// so that events can be opened for it.
func (s *session) hold() error {
	p := s.command()
	p.held = make(chan bool, 1)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // it is this thread that may have it go on
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if err == nil {
			var status unix.WaitStatus
			_, err = unix.Wait4(p.cmd.Process.Pid, &status, 0, nil)
		}
		started <- err
		if err != nil {
			return
		}
		if !<-p.held {
			_ = p.cmd.Process.Kill() // it has done nothing yet
		}
		_ = unix.PtraceDetach(p.cmd.Process.Pid) // it may have been killed by others
		p.done <- p.cmd.Wait()
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("record: %w", err)
	}
	s.program = p
	return nil
}

// letGo ends a command that is still held.
func (p *program) letGo() {
	if p != nil && p.held != nil {
		select {
		case p.held <- false:
		default: // it was told to go on
		}
	}
}

// ended reports whether the command has ended.
func (p *program) ended() bool { return p != nil && len(p.done) > 0 }

// stop asks the command to end, if it has not yet, waits for that, and returns its
// exit code, or stillRuns.
func (p *program) stop(wait time.Duration) int {
	if p == nil {
		return -1
	}
	if !p.ended() {
		_ = p.cmd.Process.Signal(unix.SIGTERM) // it may end just now
	}
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(wait):
		return stillRuns
	}
}

const (
	endTime   = 3 * time.Second // that a command has to end when it is asked to
	stillRuns = -2
)
