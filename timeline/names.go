package timeline

import (
	"strconv"
	"strings"

	"threadlens/model"
)

// ThreadName is the printable label of a thread, "Thread" if it has none.
func ThreadName(t *model.Trace, ix model.ThreadIx) string {
	if n := t.ThreadLabel(ix); n != "" {
		return Printable(n)
	}
	return "Thread"
}

// id writes a process or thread id, "" for none.
func id(n uint32) string {
	if n == model.NoPID {
		return ""
	}
	return strconv.FormatUint(uint64(n), 10)
}

// threadID writes the id of a thread.
func threadID(t *model.Trace, ix model.ThreadIx) string {
	return strconv.FormatUint(uint64(t.Threads[ix].TID), 10)
}

// DiskName is the name of a disk of a trace, "Disk 0".
func DiskName(t *model.Trace, i int) string {
	name := Printable(t.String(t.Disks[i].Device))
	switch lower := strings.ToLower(name); {
	case name == "":
		return "Unknown disk"
	case strings.HasPrefix(lower, "disk"):
		return strings.ToUpper(name[:1]) + name[1:]
	case !strings.ContainsFunc(lower, func(r rune) bool { return r >= 'a' && r <= 'z' }):
		return "Disk " + name // just a number
	}
	return name
}

// processTitle is a process in a legend.
func processTitle(t *model.Trace, ix uint32) string {
	p := &t.Processes[ix]
	if !p.Known {
		return "Unknown process"
	}
	if name := Printable(p.Name); name != "" {
		return name + " " + id(p.PID)
	}
	return "Process " + id(p.PID)
}
