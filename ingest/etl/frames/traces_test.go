package frames

import (
	"encoding/binary"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/etl/xca"
	"threadlens/ingest/internal/recorded"
)

// rawRecord is as much of a record as the tests need.
type rawRecord struct {
	time     int64
	pid      uint32
	hook     payload.HookID // of kernel records
	provider payload.GUID   // of the others, or the class
	id       uint16         // or the opcode
	body     []byte
	payload.Layout
}

// eachRecord cuts a valid file with records of the types that the kernel and the .NET runtime
// write.
func eachRecord(t testing.TB, file []byte, do func(r *rawRecord)) {
	t.Helper()
	le := binary.LittleEndian
	for len(file) > 0 {
		size, saved := le.Uint32(file), max(le.Uint32(file[4:]), le.Uint32(file[0x30:]))
		body := file[72:size]
		if file[0x34]&0x40 != 0 {
			body = make([]byte, saved-72)
			if err := xca.XPRESS(body, file[72:size]); err != nil {
				t.Fatal(err)
			}
		}
		file = file[size:]
		for body = body[:saved-72]; len(body) > 4 && body[3] == 0xC0; {
			r := rawRecord{Layout: payload.Layout{Wide: body[2]&1 != 0}}
			n := le.Uint16(body[4:])
			switch body[2] {
			case 0x01, 0x02:
				r.body, r.time, r.pid = body[32:n], int64(le.Uint64(body[16:])), le.Uint32(body[12:])
				r.hook, r.Version, r.Wide = payload.HookOf(body[7], body[6]), le.Uint16(body), body[2] == 0x02
			case 0x10, 0x11:
				r.body, r.time = body[16:n], int64(le.Uint64(body[8:]))
				r.hook, r.Version = payload.HookOf(body[7], body[6]), le.Uint16(body)
			case 0x12, 0x13:
				n = le.Uint16(body)
				r.body, r.time, r.pid = body[80:n], int64(le.Uint64(body[16:])), le.Uint32(body[12:])
				r.id, r.Version = le.Uint16(body[40:]), uint16(body[42])
				copy(r.provider[:], body[24:])
				for more := body[4] & 1; more != 0; r.body = r.body[le.Uint16(r.body):] {
					more = r.body[4] & 1
				}
			case 0x14:
				n = le.Uint16(body)
				r.body, r.time, r.id = body[48:n], int64(le.Uint64(body[16:])), uint16(body[4])
				copy(r.provider[:], body[24:])
			default:
				n = le.Uint16(body)
			}
			do(&r)
			body = body[min((int(n)+7)&^7, len(body)):]
		}
	}
}

// feed passes a record to the Map, as a reader does.
func feed(t testing.TB, m *Map, r *rawRecord) {
	if c, ok := ImageChange(r.hook); ok {
		var e payload.Image
		if !e.Decode(r.body, r.Layout) {
			t.Fatalf("an image at %d was refused", r.time)
		}
		m.Image(r.time, c, &e)
	}
	if c, ok := MethodChange(r.provider, r.id); ok {
		var e payload.MethodVerbose
		if !e.Decode(r.body, r.Layout) {
			t.Fatalf("a method at %d was refused", r.time)
		}
		m.Method(r.time, r.pid, c, &e)
	}
	if c, ok := ModuleChange(r.provider, r.id); ok {
		m.Module(r.time, r.pid, c, binary.LittleEndian.Uint64(r.body), firstString(r.body[24:]))
	}
	switch r.hook {
	case payload.HookProcessStart:
		var e payload.Process
		if e.Decode(r.body, r.Layout) {
			m.Started(r.time, e.PID)
		}
	case payload.HookHypercallPage:
		var e payload.ImageBase
		if e.Decode(r.body, r.Layout) {
			m.Hypercall(r.time, &e)
		}
	}
}

// firstString is the text up to the first zero.
func firstString(b []byte) payload.UTF16 {
	for i := 0; i+1 < len(b); i += 2 {
		if b[i]|b[i+1] == 0 {
			return payload.UTF16(b[:i])
		}
	}
	return nil
}

// tally counts frames by what was found.
type tally struct{ kernel, native, managed, unknown int }

func (n *tally) add(m *Map, pid uint32, t int64, as payload.Addresses) {
	for i := range as.Len() {
		addr := as.At(i)
		switch _, function, ok := m.Frame(pid, addr, t); {
		case !ok:
			n.unknown++
		case addr>>63 != 0:
			n.kernel++
		case strings.HasPrefix(function, "+0x"):
			n.native++
		default:
			n.managed++
		}
	}
}

// runtimeStack is the stack in an event of the .NET runtime, after its instance and the number of
// frames.
func runtimeStack(t *testing.T, r *rawRecord) payload.Addresses {
	size := 4
	if r.Wide {
		size = 8
	}
	var s payload.ItemStack
	if !s.Decode(append(make([]byte, 8), r.body[8:8+size*int(binary.LittleEndian.Uint32(r.body[4:]))]...), r.Layout) {
		t.Fatal("a stack of the runtime is cut short")
	}
	return s.Frames
}

// TestRecordedStacks looks up all frames of recorded stacks. The expected numbers come from another
// program, which searches the same events without this package; most of the unknown frames are
// stubs that the runtime makes without reporting them.
func TestRecordedStacks(t *testing.T) {
	for _, c := range []struct {
		file        string
		walks, clrs tally
		method      string // one that must be among them
	}{
		{"win7-xperf-cswitch-slow-ppt.zip", tally{150590, 532124, 0, 79}, tally{}, ""},
		{"perfview-net.4.5.x86-2016.etl.zip", tally{28781, 95722, 3541, 182}, tally{0, 1253815, 56495, 116}, "test.exe!Test.Main"},
		{"perfview-net.4.5.2.x64.etl.zip", tally{353, 129, 30, 91}, tally{0, 306740, 30259, 31}, "Test.x64.exe!Test.Program.Main"},
	} {
		t.Run(c.file, func(t *testing.T) {
			var m Map
			file := recorded.ETL(t, c.file)
			eachRecord(t, file, func(r *rawRecord) { feed(t, &m, r) })
			var walks, clrs tally
			found := false
			eachRecord(t, file, func(r *rawRecord) {
				var walk payload.StackWalk
				switch {
				case r.hook == payload.HookStackWalk && walk.Decode(r.body, r.Layout):
					walks.add(&m, walk.PID, walk.Time, walk.Frames)
				case r.provider == payload.ProviderCLR && r.id == payload.CLRStackWalk:
					stack := runtimeStack(t, r)
					clrs.add(&m, r.pid, r.time, stack)
					for i := range stack.Len() {
						found = found || m.ask(r.pid, stack.At(i), r.time) == c.method
					}
				}
			})
			if walks != c.walks || clrs != c.clrs {
				t.Errorf("kernel, native, managed and unknown frames: %v in walks, want %v; %v of the runtime, want %v", walks, c.walks, clrs, c.clrs)
			}
			if c.method != "" && !found {
				t.Errorf("no frame is %s", c.method)
			}
			if m.Left() != (Left{}) {
				t.Errorf("left out: %+v", m.Left())
			}
		})
	}
}

// TestRecordedVolumes checks the volumes of a recorded trace on its own paths.
func TestRecordedVolumes(t *testing.T) {
	var p Paths
	seen := map[string]bool{}
	file := recorded.ETL(t, "win7-xperf-cswitch-slow-ppt.zip")
	eachRecord(t, file, func(r *rawRecord) {
		var e payload.PathPair
		if r.provider != payload.ClassSystemTrace || !e.Decode(r.body, r.Layout) {
			return
		}
		switch r.id {
		case payload.SystemPaths:
			p.Windows(e.Second.String())
		case payload.SystemVolumes:
			p.Volume(e.First.String(), e.Second.String())
		}
	})
	eachRecord(t, file, func(r *rawRecord) {
		var e payload.Image
		if _, ok := ImageChange(r.hook); ok && e.Decode(r.body, r.Layout) {
			seen[p.Display(e.Name.String())] = true
		}
	})
	// Windows 7 records no volume with an image that it just loaded, and for six files that is all
	// that the trace has.
	var bare int
	for path := range seen {
		switch {
		case strings.HasPrefix(path, `\Program Files\`):
			bare++
		case !strings.HasPrefix(path, `C:\`) && !strings.HasPrefix(path, `D:\`):
			t.Errorf("%s has no drive", path)
		}
	}
	if bare != 6 {
		t.Errorf("%d paths without a drive, want 6", bare)
	}
	if !seen[`C:\Windows\System32\ntdll.dll`] {
		t.Error("ntdll.dll is missing")
	}
}
