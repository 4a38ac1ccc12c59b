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

// A snapshot holds the names that the frames of one trace have got on a machine with
// the right files, to go with that trace to others. It is text: a line that tells
// what it is, one that tells the trace by the bytes of its files and the number of
// its stacks, and for each module a line and those of its frames, "+" before offsets
// in the file:
//
//	threadlens-names 1
//	trace 118972 1182
//	module libc.so.6
//	+891f4 start_thread

const (
	snapshotMagic = "threadlens-names 1"
	// SnapshotEnding is what the name of a snapshot has behind that of its trace:
	// there it is found.
	SnapshotEnding = ".names"
)

// Save writes the snapshot of a trace: the names that named, which Resolve made of
// it, has and t has not.
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

// traceLine tells a trace from others.
func traceLine(t *model.Trace) string {
	return fmt.Sprintf("trace %d %d", t.Info.Size, t.Tables.Stacks.Len())
}

// key is how a snapshot writes the place of a frame, that of the call where a
// function was called from it.
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

// snapshot are names by module and place.
type snapshot struct {
	source  string
	modules map[string]map[string]string
}

// readSnapshot reads the snapshot of a trace. It is bounded by the trace: names are
// kept for its modules alone.
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
				failed = fmt.Errorf("line %d: needs an offset and a name", n)
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
	errNoSnapshot   = errors.New("is no snapshot of names")
	errAnotherTrace = errors.New("has the names of another trace")
)

// snapshotReader gathers names.
type snapshotReader struct {
	known   map[string]bool // modules of the trace
	modules map[string]map[string]string
	module  map[string]string // whose lines come, nil where nobody asks for it
	names   int
}

// line takes a line; false means that it makes no sense.
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

// snapshots are those of a trace: that come with it, that stand beside it, and that
// the user named. The first one counts that knows a name. unfit says in sentences why
// files were not taken.
func (s *search) snapshots(t *model.Trace) (list []*snapshot, unfit string) {
	for _, data := range s.opt.Snapshots {
		if snap, err := readSnapshot(bytes.NewReader(data), "the names that come with the trace", t); err == nil {
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

// take gives frames of a module the names of a snapshot; the others are left.
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
