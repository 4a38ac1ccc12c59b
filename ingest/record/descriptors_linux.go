package record

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"threadlens/model"
)

// A process reads and writes descriptors that it had before the recording. The kernel shows in
// /proc for which of them a read does not wait for a transfer; that it does for all others is known
// only for a process whose descriptors could be read. A process with a listening socket is a
// server.

// special are the targets of links in /proc/PID/fd that are not files, pipes, sockets or terminals.
var special = map[string]model.DescriptorType{
	"anon_inode:[eventfd]": model.DescriptorEvent, "anon_inode:[timerfd]": model.DescriptorTimer,
	"anon_inode:[signalfd]": model.DescriptorSignal, "anon_inode:inotify": model.DescriptorNotify,
	"anon_inode:[fanotify]": model.DescriptorNotify, "anon_inode:[userfaultfd]": model.DescriptorUnknown,
}

// openFiles are the special descriptors of each process, by number; processes whose descriptors
// cannot be read are missing.
type openFiles map[uint32]map[uint32]uint32

// findOpenFiles reads those of all processes.
func findOpenFiles() openFiles {
	list, listening := openFiles{}, listeners{}
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, d := range dirs {
		pid, err := strconv.ParseUint(d.Name(), 10, 32)
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", d.Name(), "fd")
		links, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		of, whole := map[uint32]uint32{}, true
		for _, l := range links {
			fd, errNumber := strconv.ParseUint(l.Name(), 10, 31)
			target, err := os.Readlink(filepath.Join(dir, l.Name()))
			whole = whole && (err == nil || os.IsNotExist(err)) && errNumber == nil
			typ, ok := special[target]
			if inode, socket := strings.CutPrefix(target, "socket:["); socket && listening.in(filepath.Join("/proc", d.Name()))[strings.TrimSuffix(inode, "]")] {
				typ, ok = model.DescriptorListener, true
			}
			if ok {
				of[uint32(fd)] = uint32(typ) | closesOnExec(filepath.Join("/proc", d.Name(), "fdinfo", l.Name()))
			}
		}
		if whole {
			list[uint32(pid)] = of
		}
	}
	return list
}

// listeners are the inodes of the sockets that accept connections, by network namespace.
type listeners map[string]map[string]bool

// listening lists the files in /proc/PID/net with the column and value that mark a listening
// socket, and the column of its inode (proc_pid_net(5)).
var listening = []struct {
	file          string
	column, inode int
	says          string
}{
	{"tcp", 3, 9, "0A"},        // TCP_LISTEN
	{"tcp6", 3, 9, "0A"},       //
	{"unix", 3, 6, "00010000"}, // __SO_ACCEPTCON
}

// in are those in the namespace of a process.
func (l listeners) in(process string) map[string]bool {
	ns, err := os.Readlink(filepath.Join(process, "ns", "net"))
	if found, ok := l[ns]; ok || err != nil {
		return found
	}
	found := map[string]bool{}
	for _, where := range listening {
		text, _ := os.ReadFile(filepath.Join(process, "net", where.file))
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) > where.inode && f[where.column] == where.says {
				found[f[where.inode]] = true
			}
		}
	}
	l[ns] = found
	return found
}

// closeOnExec is the bit of a type that means that exec closes the descriptor.
const closeOnExec = 1 << 31

// closesOnExec is that bit, where the kernel reports it for a descriptor.
func closesOnExec(path string) uint32 {
	flags, err := strconv.ParseUint(infoOf(path, "flags"), 8, 64)
	if err != nil || flags&unix.O_CLOEXEC == 0 {
		return 0
	}
	return closeOnExec
}

// allOf replaces the number of a descriptor to stand for all of a process.
const allOf = ^uint32(0)

// feature describes them in a file, {u32 process, u32 descriptor, u32 type} each. Those that differ
// in later, which may be nil, are left out.
func (o openFiles) feature(later openFiles) []byte {
	var b block
	for _, pid := range slices.Sorted(maps.Keys(o)) {
		said := pid
		if again, ok := later[pid]; later != nil && (!ok || !maps.Equal(o[pid], again)) {
			said = 0
		}
		b.u32(said, allOf, 0)
		for _, fd := range slices.Sorted(maps.Keys(o[pid])) {
			b.u32(said, fd, o[pid][fd])
		}
	}
	return b
}
