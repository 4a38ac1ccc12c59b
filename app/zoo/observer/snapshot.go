package observer

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// FileType is what a descriptor refers to.
type FileType uint8

// Types of files.
const (
	UnknownFile FileType = iota
	RegularFile
	Pipe
	Socket
	Terminal
	EventFile
	TimerFile
	SignalFile
	NotifyFile
	PollFile
	OtherFile
)

var fileTypeNames = [...]string{"unknown", "file", "pipe", "socket", "terminal", "eventfd", "timerfd", "signalfd", "inotify", "epoll", "other"}

// String is the name of a type.
func (t FileType) String() string { return fileTypeNames[t] }

// typeOfLink is the type for the target of a link in /proc/PID/fd.
func typeOfLink(target string) FileType {
	switch {
	case strings.HasPrefix(target, "pipe:"):
		return Pipe
	case strings.HasPrefix(target, "socket:"):
		return Socket
	case target == "/dev/tty" || target == "/dev/console" || strings.HasPrefix(target, "/dev/pts/") || target == "/dev/ptmx":
		return Terminal
	case strings.HasPrefix(target, "/"):
		return RegularFile
	}
	switch strings.Trim(strings.TrimPrefix(target, "anon_inode:"), "[]") {
	case "eventfd":
		return EventFile
	case "timerfd":
		return TimerFile
	case "signalfd":
		return SignalFile
	case "inotify", "fanotify":
		return NotifyFile
	case "eventpoll":
		return PollFile
	}
	return OtherFile
}

// Sight is a descriptor of a process as /proc shows it.
type Sight struct {
	From, To int64 // before and after the sampling
	PID, FD  int
	Type     FileType
}

// WriteSights writes sights, one per line.
func WriteSights(w io.Writer, list []Sight) error {
	b := bufio.NewWriter(w)
	for _, s := range list {
		fmt.Fprintln(b, s.From, s.To, s.PID, s.FD, uint8(s.Type))
	}
	return b.Flush()
}

// ReadSights adds to a log what WriteSights wrote.
func (l *Log) ReadSights(r io.Reader) error {
	s := bufio.NewScanner(r)
	for s.Scan() {
		var x Sight
		if _, err := fmt.Sscan(s.Text(), &x.From, &x.To, &x.PID, &x.FD, (*uint8)(&x.Type)); err != nil || int(x.Type) >= len(fileTypeNames) {
			return fmt.Errorf("not a descriptor: %s", s.Text())
		}
		f := l.filesOf(x.PID)
		f.sights[x.FD] = append(f.sights[x.FD], x)
	}
	return s.Err()
}
