package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// apart makes a command begin its own session, and all of it end when it takes too long.
func apart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// adoptOrphans makes daemons children of this process, so that children finds them.
func adoptOrphans() error {
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// children are the ids of the descendants of this process, without zombies.
func children() (list []int) {
	below := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		pid, parent, state := parseStat(text)
		if state != 'Z' {
			below[parent] = append(below[parent], pid)
		}
	}
	list = append(list, below[os.Getpid()]...)
	for i := 0; i < len(list); i++ {
		list = append(list, below[list[i]]...)
	}
	return list
}

// parseStat reads "12 (a name) S 1 …" of /proc/PID/stat; zeros where it is not that.
func parseStat(text []byte) (pid, parent int, state byte) {
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if open < 1 || end < open {
		return 0, 0, 0
	}
	fields := bytes.Fields(text[end+1:])
	if len(fields) < 2 {
		return 0, 0, 0
	}
	pid, err := strconv.Atoi(string(text[:open-1]))
	parent, bad := strconv.Atoi(string(fields[1]))
	if errors.Join(err, bad) != nil {
		return 0, 0, 0
	}
	return pid, parent, fields[0][0]
}

// endChildren kills what a case left running, until nothing is left: killed processes may have
// started others meanwhile.
func endChildren() error {
	for range 100 {
		list := children()
		for _, pid := range list {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("ending process %d: %w", pid, err)
			}
		}
		// Adopted processes are reaped here. No command of ours is being waited for.
		for {
			if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
				break
			}
		}
		if len(list) == 0 {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("processes %v do not end", children())
}
