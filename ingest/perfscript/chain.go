package perfscript

import (
	"bytes"
	"hash/maphash"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// chainTable interns call chains. The same ones recur: small tables in front of the tree remember
// the texts of whole ones and of frames.
type chainTable struct {
	out    *stage.Output
	tree   model.Stacks
	limit  int   // nodes
	full   int64 // chains left out for lack of room
	seed   maphash.Seed
	recent []recentChain
	known  []recentFrame
	lines  [][]byte
}

const (
	recentChains = 1 << 12
	recentFrames = 1 << 12
)

type recentChain struct {
	text   []byte
	traced bool
	id     model.StackID
}

type recentFrame struct {
	text  []byte
	frame frame
}

func newChainTable(data []byte, out *stage.Output) chainTable {
	return chainTable{
		out: out, limit: min(1<<19+len(data)/64, 1<<31-1), seed: maphash.MakeSeed(),
		recent: make([]recentChain, recentChains), known: make([]recentFrame, recentFrames),
	}
}

// id is the stack of the lines of a call chain, the innermost frame first. traced is set for that of
// an event of the kernel: its first frames are those of the functions that record the event.
func (t *chainTable) id(text []byte, traced bool) model.StackID {
	r := &t.recent[maphash.Bytes(t.seed, text)%recentChains]
	if r.traced == traced && len(r.text) > 0 && bytes.Equal(r.text, text) {
		return r.id
	}
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	*r = recentChain{text, traced, t.push(text, traced)}
	return r.id
}

// push adds the frames to the tree, the outermost one first. An inlined function belongs to the file
// of the function in which it is.
func (t *chainTable) push(text []byte, traced bool) model.StackID {
	t.split(text, traced)
	id, outer := model.NoStack, frame{}
	for i := len(t.lines) - 1; i >= 0; i-- {
		f := t.frame(t.lines[i])
		if f.inlined {
			f.frame.Module, f.frame.Kernel = outer.frame.Module, outer.frame.Kernel
		} else {
			outer = f
		}
		if f.frame == (model.Frame{}) {
			continue
		}
		n, caller := t.tree.Len(), id
		if id = t.tree.Push(caller, f.frame); t.tree.Len() > n {
			t.out.Stacks = append(t.out.Stacks, stage.Stack{Caller: caller, Frame: f.frame})
		}
	}
	return id
}

// split finds the lines of the frames, without those of the functions that record an event.
func (t *chainTable) split(text []byte, traced bool) {
	t.lines = t.lines[:0]
	for line := range bytes.Lines(text) {
		if len(t.lines) == maxFrames {
			return
		}
		if bytes.HasPrefix(line, []byte("  ")) && len(t.lines) > 0 && !isFrame(line) {
			continue // the place in the source (-F +srcline)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || traced && len(t.lines) == 0 && ofTracing(line) {
			continue
		}
		t.lines = append(t.lines, line)
	}
}

// tracing begins the names of the functions that record an event.
var tracing = [...]string{"__traceiter_", "perf_trace_", "trace_event_raw_event_"}

// ofTracing reports whether a frame is of such a function.
func ofTracing(line []byte) bool {
	if _, rest, ok := hexadecimal(line); ok {
		line = rest[skipBlanks(rest, 0):]
	}
	for _, name := range tracing {
		if bytes.HasPrefix(line, []byte(name)) {
			return true
		}
	}
	return false
}

// frame reads the line of a frame.
func (t *chainTable) frame(line []byte) frame {
	r := &t.known[maphash.Bytes(t.seed, line)%recentFrames]
	if !bytes.Equal(r.text, line) {
		*r = recentFrame{line, t.read(line)}
	}
	return r.frame
}
