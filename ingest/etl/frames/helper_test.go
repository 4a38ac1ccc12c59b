package frames

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"threadlens/ingest/etl/payload"
)

// wide is s in UTF-16, as in payloads.
func wide(s string) payload.UTF16 {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// image adds an event of an image.
func (m *Map) addImage(t int64, c Change, pid uint32, base, size uint64, path string) {
	m.Image(t, c, &payload.Image{Base: base, Size: size, PID: pid, Name: wide(path)})
}

// method adds an event of a method in module 0x77; a name without namespace has
// no dot.
func (m *Map) method(t int64, c Change, pid uint32, start uint64, size uint32, namespace, name string) {
	e := payload.MethodVerbose{Namespace: wide(namespace), Name: wide(name), Signature: wide("void ()")}
	e.Start, e.Size, e.Module, e.Token = start, size, 0x77, 0x6000123
	m.Method(t, pid, c, &e)
}

// question is a look-up with its expected answer, as module!function or "" for none.
type question struct {
	pid  uint32
	addr uint64
	time int64
	want string
}

// ask does a look-up, and joins the answer.
func (m *Map) ask(pid uint32, addr uint64, t int64) string {
	module, function, ok := m.Frame(pid, addr, t)
	if !ok {
		return module + function
	}
	return module + "!" + function
}

// check does all look-ups twice, so that cached answers are checked as well.
func (m *Map) check(t *testing.T, qs []question) {
	t.Helper()
	for range 2 {
		for _, q := range qs {
			if got := m.ask(q.pid, q.addr, q.time); got != q.want {
				t.Errorf("process %d, address %#x at %d: %q, want %q", q.pid, q.addr, q.time, got, q.want)
			}
		}
	}
}
