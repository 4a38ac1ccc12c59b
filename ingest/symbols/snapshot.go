package symbols

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"threadlens/ingest/given"
	"threadlens/model"
)

// A snapshot holds the names of the frames of one trace, found on a machine with the right files,
// to take to other machines with the trace. It is text: a line for the format, one that identifies
// the trace by the size of its files and the number of its stacks, and for each module a line
// followed by those of its frames, "+" before offsets in the file:
//
//	threadlens-names 1
//	trace 118972 1182
//	module libc.so.6
//	+891f4 start_thread

const (
	snapshotMagic = "threadlens-names 1"
	// SnapshotEnding is appended to the name of a trace for the name of its snapshot, which is how
	// it is found.
	SnapshotEnding = ".names"
)

// Save writes the snapshot of a trace: the names that are in named, Resolve's result for it, and
// not in t.
func Save(out io.Writer, t, named *model.Trace) error {
	r := newResolver(t)
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s\n%s\n", snapshotMagic, traceLine(t))
	for i := range r.modules {
		fmt.Fprintf(w, "module %s\n", r.modules[i].Name)
		written := map[string]bool{}
		for _, id := range r.frames[i] {
			_, f := named.Tables.Stacks.Node(id)
			if key := r.key(id); Named(named, f) && !written[key] {
				written[key] = true
				fmt.Fprintf(w, "%s %s\n", key, named.String(f.Name))
			}
		}
	}
	return w.Flush()
}

// traceLine identifies a trace.
func traceLine(t *model.Trace) string {
	return fmt.Sprintf("trace %d %d", t.Info.Size, t.Tables.Stacks.Len())
}

// key is a frame's place in a snapshot, the address of the call where a function was called from
// it.
func (r *resolver) key(id model.StackID) string {
	p := r.place(id)
	if r.called[id] {
		p.addr, p.offset = p.addr-1, p.offset-1
	}
	if p.inFile {
		return "+" + strconv.FormatUint(p.offset, 16)
	}
	return strconv.FormatUint(p.addr, 16)
}

// snapshot is names by module and place.
type snapshot struct {
	source  string
	modules map[string]map[string]string
}

// readSnapshot reads the snapshot of a trace. The trace bounds it: only names for its modules are
// kept.
func readSnapshot(in io.Reader, source string, t *model.Trace) (*snapshot, error) {
	r := snapshotReader{known: map[string]bool{}, modules: map[string]map[string]string{}}
	for i := range t.Info.Modules {
		r.known[t.Info.Modules[i].Name] = true
	}
	head := []struct {
		line string
		err  error
	}{{snapshotMagic, errNoSnapshot}, {traceLine(t), errAnotherTrace}}
	n := 0
	var failed error
	err := eachLine(bufio.NewReaderSize(in, 2*maxSymbolName), func(line []byte) bool {
		n++
		switch {
		case n > len(head):
			if !r.line(string(line)) {
				failed = fmt.Errorf("line %d: expected an offset or address, then a function name", n)
			}
		case string(line) != head[n-1].line:
			failed = head[n-1].err
		}
		return failed == nil && r.names < maxSymbols
	})
	if err = errors.Join(err, failed); err == nil && n < len(head) {
		err = errNoSnapshot
	}
	return &snapshot{source, r.modules}, err
}

var (
	errNoSnapshot   = errors.New("is not a file of function names saved by Threadlens")
	errAnotherTrace = errors.New("contains the function names of another trace")
)

// snapshotReader gathers names.
type snapshotReader struct {
	known   map[string]bool // modules of the trace
	modules map[string]map[string]string
	module  map[string]string // whose lines follow, nil where nobody needs it
	names   int
}

// line reads a line; false means that it is invalid.
func (r *snapshotReader) line(text string) bool {
	key, name, ok := strings.Cut(text, " ")
	if !ok || name == "" || len(name) > maxSymbolName {
		return false
	}
	if key != "module" {
		if r.module != nil {
			r.names++
			r.module[key] = name
		}
		return true
	}
	if r.module = r.modules[name]; r.module == nil && r.known[name] {
		r.module = map[string]string{}
		r.modules[name] = r.module
	}
	return true
}

// snapshots are those of a trace: in its archive, next to it, and named by the user. The first one
// that has a name counts. unfit explains in sentences why files were not used.
func (s *search) snapshots(t *model.Trace) (list []*snapshot, unfit string) {
	for _, data := range s.opt.Snapshots {
		if snap, err := readSnapshot(bytes.NewReader(data), "the function names saved with the trace", t); err == nil {
			list = append(list, snap)
		}
	}
	paths := s.files
	if s.opt.Local && t.Info.File != "" {
		paths = append([]string{t.Info.File + SnapshotEnding}, paths...)
	}
	for _, path := range paths {
		if !strings.HasSuffix(path, SnapshotEnding) {
			continue
		}
		f, err := given.Regular(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var snap *snapshot
		if err == nil {
			snap, err = readSnapshot(f, path, t)
			f.Close()
		}
		if err != nil {
			unfit += fmt.Sprintf("%s %v. ", path, err)
			continue
		}
		list = append(list, snap)
	}
	return list, unfit
}

// take gives frames of a module the names in a snapshot; the others are left.
func (r *resolver) take(module int, s *snapshot) {
	m := &r.modules[module]
	names := s.modules[m.Name]
	left := r.frames[module][:0]
	for _, id := range r.frames[module] {
		name, ok := names[r.key(id)]
		if !ok {
			left = append(left, id)
			continue
		}
		r.found[id] = r.id(name)
		m.Symbols, m.Missing = s.source, ""
	}
	r.frames[module] = left
}
