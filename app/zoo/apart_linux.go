package main

import (
	"os/exec"
	"syscall"
)

// apart has a command begin a session of its own, which the scheduler groups.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
