package observer

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// Look repeatedly notes, at an interval, which descriptors the process root and its children have,
// until ctx is done.
func Look(ctx context.Context, root int, every time.Duration) (list []Sight) {
	ours := map[int]bool{root: true}
	var s scan
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		for _, pid := range numbers("/proc") {
			is, known := ours[pid]
			if !known {
				is = ours[parentOf(pid)]
				ours[pid] = is
			}
			if is && pid != root {
				s.look(pid)
			}
		}
		select {
		case <-ctx.Done():
			return s.list
		case <-tick.C:
		}
	}
}

type scan struct {
	list []Sight
	link [256]byte
}

// look notes the descriptors of a process.
func (s *scan) look(pid int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	for _, fd := range numbers(dir) {
		x := Sight{From: now(), PID: pid, FD: fd}
		n, err := unix.Readlink(dir+"/"+strconv.Itoa(fd), s.link[:])
		if err != nil {
			continue // it was closed meanwhile
		}
		x.To = now()
		x.Type = typeOfLink(string(s.link[:n]))
		s.list = append(s.list, x)
	}
}

// numbers are the entries of a folder that are numbers.
func numbers(dir string) (list []int) {
	f, err := os.Open(dir)
	if err != nil {
		return nil // the process has ended, say
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1) // keep what could be read
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// parentOf is the parent of a process, 0 where it no longer exists.
func parentOf(pid int) int {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	if i := bytes.LastIndexByte(text, ')'); i >= 0 { // its name may contain blanks
		if fields := bytes.Fields(text[i+1:]); len(fields) > 1 {
			n, _ := strconv.Atoi(string(fields[1]))
			return n
		}
	}
	return 0
}

// now is the time of CLOCK_MONOTONIC.
func now() int64 {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		return 0
	}
	return ts.Nano()
}
