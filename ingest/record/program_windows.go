package record

import (
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// program is the command that a recording was made for; nil where there is none.
type program struct {
	cmd  *exec.Cmd
	done chan struct{} // closed at its end
}

// start starts the command in its own process group, which can be asked to end.
func (s *session) start() (*program, error) {
	if len(s.o.Command) == 0 {
		return nil, nil
	}
	p := &program{cmd: exec.Command(s.o.Command[0], s.o.Command[1:]...), done: make(chan struct{})}
	s.o.connect(p.cmd)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	s.o.PID = p.cmd.Process.Pid
	go func() {
		_ = p.cmd.Wait() // its exit code reports that
		close(p.done)
	}()
	return p, nil
}

// ended is closed when the command has ended.
func (p *program) ended() <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.done
}

const (
	endTime   = 3 * time.Second // time to end after the request
	stillRuns = -2
)

// stop asks the command to end, if it has not yet, waits for that, and returns its exit code, -1
// where it ended because it was asked to, or stillRuns. Only a command on the same console can be
// asked.
func (p *program) stop(wait time.Duration) int {
	if p == nil {
		return -1
	}
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode()
	default:
	}
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(p.cmd.Process.Pid)) != nil {
		return stillRuns
	}
	select {
	case <-p.done:
	case <-time.After(wait):
		return stillRuns
	}
	if code := p.cmd.ProcessState.ExitCode(); uint32(code) != uint32(windows.STATUS_CONTROL_C_EXIT) {
		return code
	}
	return -1
}
