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
	// group is set if the command and its children are a process group of their own.
	group bool
	held  chan bool // receives once whether to continue; nil if the command was never held
}

// command is the program of Options.Command, not yet started.
func (s *session) command() *program {
	p := &program{cmd: exec.Command(s.o.Command[0], s.o.Command[1:]...), done: make(chan error, 1)}
	s.o.connect(p.cmd)
	// With input it stays in the group of this program: others may not read the terminal.
	p.group = s.o.NoInput
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: p.group}
	return p
}

// start starts the command, or releases it where it is held.
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

// hold starts the command and stops it before its first instruction, as debuggers do, so that
// events can be opened for it.
func (s *session) hold() error {
	p := s.command()
	p.held = make(chan bool, 1)
	p.cmd.SysProcAttr.Ptrace = true
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // only this thread may release it
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
			_ = p.cmd.Process.Kill() // it has not run yet
		}
		_ = unix.PtraceDetach(p.cmd.Process.Pid) // others may have killed it
		p.done <- p.cmd.Wait()
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("record: %w", err)
	}
	s.program = p
	return nil
}

// letGo kills a command that is still held.
func (p *program) letGo() {
	if p != nil && p.held != nil {
		select {
		case p.held <- false:
		default: // it was already released
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
		p.ask()
	}
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(wait):
		return stillRuns
	}
}

// ask asks the command to end, and with it the children of a group; it may end just now.
func (p *program) ask() {
	if p.group {
		_ = unix.Kill(-p.cmd.Process.Pid, unix.SIGTERM)
		return
	}
	_ = p.cmd.Process.Signal(unix.SIGTERM)
}

const (
	endTime   = 3 * time.Second // time to end after the request
	stillRuns = -2
)
