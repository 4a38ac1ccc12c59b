package record

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The kernel reports programs only as they begin; those that exist already are described by records
// made here, as the kernel would have made them, at time 0.

// Bits of a record's misc field (uapi perf_event.h).
const (
	modeKernel  = 1
	modeUser    = 2
	miscBuildID = 1 << 14
)

// trailer follows all records but samples: the commonFields, whose values are unknown.
const trailer = 32

// existing are the records of all existing threads and, with mappings, of their mapped code files;
// of some processes, or of all where of is nil.
func existing(mappings bool, of map[int]bool) (block, error) {
	var b block
	files := buildIDs{}
	if mappings {
		b.kernel()
	}
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, d := range dirs {
		pid, err := strconv.ParseUint(d.Name(), 10, 32)
		if err != nil || of != nil && !of[int(pid)] {
			continue
		}
		b.process(uint32(pid))
		if mappings {
			b.mappings(uint32(pid), files)
		}
	}
	return b, nil
}

// record is a record with its trailer.
func (b *block) record(kind uint32, misc uint16, body block) {
	b.u32(kind, uint32(misc)|uint32(recordHeader+len(body)+trailer)<<16)
	b.raw(body)
	b.raw(make([]byte, trailer))
}

// process adds the threads of a process, the main thread first, unless it has ended meanwhile.
func (b *block) process(pid uint32) {
	dir := fmt.Sprintf("/proc/%d", pid)
	parent, err := strconv.ParseUint(infoOf(dir+"/status", "PPid"), 10, 32)
	if err != nil {
		return
	}
	tasks, err := os.ReadDir(dir + "/task")
	if err != nil {
		return
	}
	for _, task := range tasks {
		tid, err := strconv.ParseUint(task.Name(), 10, 32)
		name, errName := os.ReadFile(filepath.Join(dir, "task", task.Name(), "comm"))
		if err != nil || errName != nil {
			continue
		}
		from := uint32(parent)
		if uint32(tid) != pid {
			from = pid
		}
		b.task(pid, from, uint32(tid), strings.TrimSuffix(string(name), "\n"))
	}
}

// task adds a thread: its parent, and its name.
func (b *block) task(pid, parent, tid uint32, name string) {
	var fork, comm block
	fork.u32(pid, parent, tid, parent)
	fork.u64(0)
	b.record(unix.PERF_RECORD_FORK, 0, fork)
	comm.u32(pid, tid)
	comm.name(name)
	b.record(unix.PERF_RECORD_COMM, 0, comm)
}

// name is a string as at the end of records, padded with zeros to a multiple of eight bytes.
func (b *block) name(s string) { b.padded(s, (len(s)+8)/8*8) }

// maxPath bounds the length of file names: a record's size has 16 bits.
const maxPath = 4096

// mappings adds the code files that a process has mapped.
func (b *block) mappings(pid uint32, files buildIDs) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		// ADDRESS-ADDRESS PERMISSIONS OFFSET DEVICE INODE PATH
		f := strings.Fields(line)
		if len(f) < 6 || len(f[1]) < 3 || f[1][2] != 'x' {
			continue
		}
		first, last, _ := strings.Cut(f[0], "-")
		from, errFrom := strconv.ParseUint(first, 16, 64)
		to, errTo := strconv.ParseUint(last, 16, 64)
		offset, errOffset := strconv.ParseUint(f[2], 16, 64)
		path := pathOf(line)
		if errFrom != nil || errTo != nil || errOffset != nil || to <= from || len(path) > maxPath {
			continue
		}
		b.mapping(pid, from, to-from, offset, path, files.of(pid, path), modeUser)
	}
}

// pathOf is the part after the fifth field of a line; it may contain spaces.
func pathOf(line string) string {
	for range 5 {
		line = strings.TrimLeft(line, " ")
		if i := strings.IndexByte(line, ' '); i >= 0 {
			line = line[i:]
		}
	}
	return strings.TrimSpace(line)
}

// mapping adds a mapped code file.
func (b *block) mapping(pid uint32, addr, size, offset uint64, path string, id []byte, mode uint16) {
	var m block
	m.u32(pid, pid)
	m.u64(addr, size, offset)
	if len(id) > 0 {
		mode |= miscBuildID
		m.raw([]byte{byte(len(id)), 0, 0, 0})
		m.padded(string(id), buildIDSize)
	} else {
		m.u32(0, 0)
		m.u64(0, 0)
	}
	m.u32(unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
	m.name(path)
	b.record(unix.PERF_RECORD_MMAP2, mode, m)
}

// kernel adds the kernel's own code, where its addresses are visible.
func (b *block) kernel() {
	var from, to uint64
	text, err := os.ReadFile("/proc/kallsyms")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 3 && (f[2] == "_text" || f[2] == "_etext") {
			addr, err := strconv.ParseUint(f[0], 16, 64)
			if err != nil {
				return
			}
			if f[2] == "_text" {
				from = addr
			} else {
				to = addr
			}
		}
	}
	if from == 0 || to <= from { // hidden from this user
		return
	}
	notes, err := os.ReadFile("/sys/kernel/notes")
	var id []byte
	if err == nil {
		id = noteBuildID(notes)
	}
	const everyProcess = ^uint32(0)
	b.mapping(everyProcess, from, to-from, from, "[kernel.kallsyms]_text", id, modeKernel)
}

// buildIDs are the build ids of files by path, nil where a file has none.
type buildIDs map[string][]byte

const buildIDSize = 20

// of is the build id of a file that a process sees at a path.
func (k buildIDs) of(pid uint32, path string) []byte {
	id, known := k[path]
	if !known {
		id = fileBuildID(fmt.Sprintf("/proc/%d/root%s", pid, path))
		k[path] = id
	}
	return id
}

func fileBuildID(path string) []byte {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	s := f.Section(".note.gnu.build-id")
	const most = 4096
	if s == nil || s.Size > most {
		return nil
	}
	notes, err := s.Data()
	if err != nil {
		return nil
	}
	return noteBuildID(notes)
}

// noteBuildID finds the build id among ELF notes: {u32 name size, u32 size, u32 type, name,
// content}, each padded to four bytes; it has type 3 and the name "GNU".
func noteBuildID(notes []byte) []byte {
	for len(notes) >= 12 {
		name, size := binary.NativeEndian.Uint32(notes), binary.NativeEndian.Uint32(notes[4:])
		next := 12 + int64(name+3)&^3 + int64(size+3)&^3
		if next > int64(len(notes)) || name > 1<<20 || size > 1<<20 {
			return nil
		}
		at := 12 + (name+3)&^3
		if binary.NativeEndian.Uint32(notes[8:]) == 3 && bytes.Equal(notes[12:12+name], []byte("GNU\x00")) && size <= buildIDSize {
			return slices.Clone(notes[at : at+size])
		}
		notes = notes[next:]
	}
	return nil
}
