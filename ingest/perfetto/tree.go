package perfetto

import (
	"bytes"

	"threadlens/model"
)

// processTree reads a list of processes and threads. Later lists name only what is new.
func (s *scan) processTree(b []byte) {
	first := uint8(0)
	if s.trees++; s.trees == 1 {
		first = 1
	}
	listed := map[uint32]bool{} // threads
	for m := over(b); m.next(); {
		if m.num == 2 && m.bytes() {
			t := flatten(m.data)
			tid := t.id(1, 0)
			listed[tid] = true
			s.exists(model.TID(tid), t.id(3, 0), trimWorker(t.text[2]), first)
		}
	}
	for m := over(b); m.next(); {
		if m.num == 1 && m.bytes() {
			s.process(m.data, listed, first)
		}
	}
}

// process reads a process of a list. Before version 58 its first thread, which has the same id, is not
// listed: it is there if listed is not nil and does not have it.
func (s *scan) process(b []byte, listed map[uint32]bool, first uint8) {
	p := flatten(b)
	pid, name := p.id(1, 0), firstOf(b, 3)
	if pid == 0 {
		return
	}
	comm := p.num[8]|p.num[9] != 0 // the name is that of the first thread
	if listed != nil && !listed[pid] {
		var called []byte
		if comm {
			called = trimWorker(name)
		}
		s.exists(model.TID(pid), pid, called, first)
	}
	it := s.add(itemProcess)
	it.pid, it.ref, it.name = pid, p.id(2, noRef), s.name(programName(name, comm))
}

// firstOf is the first text of a repeated field.
func firstOf(b []byte, n fieldNum) []byte {
	for m := over(b); m.next(); {
		if m.num == n {
			return m.data
		}
	}
	return nil
}

// exists notes that a thread is there, of process pid, 0 for an unknown one.
func (s *scan) exists(tid model.TID, pid uint32, name []byte, first uint8) {
	if tid == model.IdleTID || tid == model.NoTID {
		return
	}
	it := s.add(itemExists)
	it.tid, it.flags, it.name = tid, first, s.name(name)
	if pid != 0 {
		it.pid = pid
	}
}

// programName is the name of a process by its first argument, which for kernel threads is their name.
func programName(name []byte, comm bool) []byte {
	name = trimWorker(name)
	if comm || len(name) == 0 || name[0] != '/' && name[0] != '.' { // names of the kernel's threads have slashes too
		return name
	}
	if i := bytes.IndexByte(name, ' '); i > 0 { // some rewrite their arguments as one text
		name = name[:i]
	}
	return name[bytes.LastIndexByte(name, '/')+1:]
}

// trimWorker removes from the name of a worker of the kernel what it was working at.
func trimWorker(name []byte) []byte {
	if i := bytes.IndexByte(name, '-'); i > 0 && bytes.HasPrefix(name, []byte("kworker/")) {
		return name[:i]
	}
	return name
}

// processDescriptor reads the old form in which a writer names its process.
func (s *scan) processDescriptor(b []byte) {
	p := flatten(b)
	s.program(p.id(1, 0), p.text[6])
}

// program notes the name of a process.
func (s *scan) program(pid uint32, name []byte) {
	if pid != 0 && len(name) > 0 {
		it := s.add(itemProcess)
		it.pid, it.name = pid, s.name(programName(name, false))
	}
}

// threadDescriptor reads the old form in which a writer names its thread, and the time from which its
// packets count.
func (s *scan) threadDescriptor(b []byte) {
	t := flatten(b)
	tid, pid := s.thread(int64(t.num[2])), t.id(1, 0)
	if s.seq != nil {
		s.seq.pid, s.seq.tid, s.seq.legacyNow = pid, tid, t.num[6]
	}
	s.exists(tid, pid, t.text[5], 1)
}
