package perfdata

import (
	"slices"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// recorded is what was recorded throughout: if it is absent from the file, it did not happen.
func (m *meta) recorded() (r model.Recorded) {
	if m.filters() {
		return r // it is unknown of which events
	}
	names := map[string]bool{}
	for _, ev := range m.events.list {
		if ev.has(attrFreq) || ev.period > 1 {
			continue
		}
		if ev.software(swPageFaultsMaj) {
			r.Faults = m.faultsLeftOut == 0
		}
		if !ev.tracepoint() || ev.handle == nil {
			continue
		}
		if call := callOf(ev.name); call != "" {
			r.Calls = append(r.Calls, call)
		}
		names[ev.name] = true
	}
	if m.arch != "x86_64" && len(r.Calls) > 0 {
		r.Calls = append(r.Calls, oldCalls...)
	}
	slices.Sort(r.Calls)
	r.Calls = slices.Compact(r.Calls)
	r.AllCalls = names["raw_syscalls:sys_enter"] && names["raw_syscalls:sys_exit"]
	r.Blocking = len(m.kernel) > 0 && len(argumentRegisters[m.arch]) > 0 && m.events.blocking()
	r.FaultStarts = names["exceptions:page_fault_user"] && names["exceptions:page_fault_kernel"]
	return r
}

// callOf is linuxsched.EndOf of a tracepoint with its system.
func callOf(tracepoint string) string {
	if system, name, _ := strings.Cut(tracepoint, ":"); system == "syscalls" || system == "lock" {
		return linuxsched.EndOf(name)
	}
	return ""
}

// oldCalls are system calls that only the oldest machines have; on others they are not missing.
var oldCalls = []string{
	"dup2", "dup2:exit", "eventfd:exit", "signalfd:exit", "inotify_init:exit", "poll", "select", "epoll_wait",
}

// ownFilters are the conditions with which Threadlens records calls: they omit nothing that the
// model uses.
var ownFilters = []string{"cmd == 0 || cmd == 1030", "clone_flags & 0x4000"}

// filters reports whether the recording's command omitted some of the events by other conditions.
func (m *meta) filters() bool {
	for i, word := range m.command {
		if word == "--" {
			break
		}
		if strings.HasPrefix(word, "--filter") && (word != "--filter" || i+1 == len(m.command) || !slices.Contains(ownFilters, m.command[i+1])) {
			return true
		}
	}
	return false
}

// openFile is a descriptor of a process.
type openFile struct{ pid, fd, typ uint32 }

// allOf replaces the number of a descriptor to stand for all of a process.
const allOf = ^uint32(0)

// closesOnExec is a bit of a type: the descriptor is closed when its process executes another
// program.
const closesOnExec = 1 << 31

// maxOpenFiles bounds the number of descriptors.
const maxOpenFiles = 1 << 18

// openFiles reads the descriptors that were open as the recording began.
func openFiles(c *wire.Cursor) (list []openFile) {
	if string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return nil
	}
	for c.Left() >= 12 && len(list) < maxOpenFiles {
		f := openFile{c.U32(), c.U32(), c.U32()}
		if f.pid != 0 && f.pid < linuxsched.MaxTID && (f.fd == allOf || f.fd < 1<<31) && f.typ&^closesOnExec <= uint32(model.DescriptorListener) {
			list = append(list, f)
		}
	}
	return list
}

// open emits the descriptors that were open as the recording began.
func (d *decoder) open() {
	d.now, d.cpu = 0, 0
	for _, f := range d.m.descriptors {
		e := d.add(model.KindDescriptor)
		e.TID, e.PID, e.Arg, e.Arg2 = model.NoTID, f.pid, int64(f.fd), int64(f.typ&^closesOnExec)
		if f.typ&closesOnExec != 0 {
			e.Flags = model.DescriptorCloses
		}
		if f.fd == allOf {
			e.Arg = -1
		}
	}
}
