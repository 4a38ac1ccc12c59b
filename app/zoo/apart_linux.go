package main

import (
	"os/exec"
	"syscall"
)

// apart has a command begin a session of its own, which the scheduler groups, and all
// of it end when it takes too long.
func apart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
