package main

import (
	"os/exec"
	"syscall"
)

// apart makes a command begin its own session, which the scheduler groups, and all of it end when
// it takes too long.
func apart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
