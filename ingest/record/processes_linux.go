package record

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processes reads /proc. Kernel threads have no command line, nor have processes that have ended
// and are not yet waited for.
func processes() (list []Process, err error) {
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", d.Name())
		name, err := os.ReadFile(filepath.Join(dir, "comm"))
		if err != nil {
			continue // it has ended
		}
		line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil || len(line) == 0 {
			continue
		}
		p := Process{CPU: -1, PID: pid, Name: strings.TrimSuffix(string(name), "\n"), Command: commandText(line)}
		if stat, err := os.ReadFile(filepath.Join(dir, "stat")); err == nil {
			p.CPU, p.Threads = usage(string(stat))
		}
		list = append(list, p)
	}
	return list, nil
}

// Places of numbers in /proc/PID/stat behind the name, and the length of their unit of time, ns.
const (
	statUser, statSystem, statThreads = 11, 12, 17

	clockTick = 10_000_000
)

// usage is the CPU time and the number of threads in the text of /proc/PID/stat, -1 and 0 if it is
// unreadable. The name in it may contain blanks and parentheses.
func usage(stat string) (cpu int64, threads int) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) <= statThreads {
		return -1, 0
	}
	user, err1 := strconv.ParseInt(fields[statUser], 10, 64)
	system, err2 := strconv.ParseInt(fields[statSystem], 10, 64)
	threads, err3 := strconv.Atoi(fields[statThreads])
	if err1 != nil || err2 != nil || err3 != nil || max(user, system) > math.MaxInt64/(2*clockTick) {
		return -1, 0
	}
	return (user + system) * clockTick, threads
}

// commandText is a command line from /proc, where each word ends with a zero.
func commandText(line []byte) string {
	text := string(line[:min(len(line), maxCommand)])
	return strings.ToValidUTF8(strings.TrimSpace(strings.ReplaceAll(text, "\x00", " ")), "")
}
