package tracedat

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// with are the lines of events of which the line holds the word.
func (d *decoded) with(word string) (list []string) {
	for _, line := range d.lines() {
		if strings.Contains(line, word) {
			list = append(list, line)
		}
	}
	return list
}

func TestLosses(t *testing.T) {
	for _, long := range []int{4, 8} {
		for n, want := range map[uint64]int64{0: 0, 1: 1, 77: 77} {
			s := newStory(t, wire.Little)
			s.long = long
			s.tell().loses(n).describe()
			d := decodeFile(t, s.v7(), true)
			lost := []string{fmt.Sprintf("%d cpu0 loss to %d of %d ring=false", 1<<30, 2<<30, want)}
			if got := d.with("loss"); !slices.Equal(got, lost) {
				t.Errorf("long of %d, %d lost: %v", long, n, got)
			}
			if d.Info().LostEvents != want {
				t.Errorf("%d lost, expected %d", d.Info().LostEvents, want)
			}
			if x := d.diagnostic("lost-events"); want > 0 && (x == nil || x.Count != want) {
				t.Errorf("diagnostic %+v", x)
			}
		}
	}
}

// TestUnusedStack: a trace has no frames that belong to no event.
func TestUnusedStack(t *testing.T) {
	for woken, want := range map[int]int{0: 2, 10: 3} {
		s := newStory(t, wire.Little).tell()
		b := s.cpu(1)
		b.add(zero+700, s.waking, fields{"common_pid": 0, "comm": "ten", "pid": woken, "prio": 120, "target_cpu": 0})
		b.add(zero+701, s.stack, fields{"common_pid": 0, "size": 1, "caller": []uint64{0xffffffff81000999}})
		if n := decodeFile(t, s.v7(), true).Tables().Stacks.Len(); n != want {
			t.Errorf("woken %d: %d stacks, want %d", woken, n, want)
		}
	}
}

// TestLossAtStart: what was overwritten before the first record is a time that the buffer does not
// cover.
func TestLossAtStart(t *testing.T) {
	s := newStory(t, wire.Little)
	s.cpu(0).lost = true
	s.cpu(1).add(zero-100, s.waking, fields{"common_pid": 20, "pid": 10})
	d := decodeFile(t, s.tell().v6(), true)
	if got := d.with("loss"); !slices.Equal(got, []string{"0 cpu0 loss to 100 of 0 ring=true"}) {
		t.Error(got)
	}
}

// TestInstances: buffers are merged by time, and losses in one without switches leave the CPU's
// state known.
func TestInstances(t *testing.T) {
	for name, write := range forms {
		s := newStory(t, wire.Little).tell().describe()
		second := &composedBuffer{name: "other", clock: "mono"}
		s.buffers = append(s.buffers, second)
		tape := second.cpu(s.composer, 0)
		tape.add(zero+550, s.irq, fields{"common_pid": 11, "irq": 9, "name": "second"})
		tape.lose(5)
		tape.add(zero+1150, s.irq, fields{"common_pid": 10, "irq": 9, "name": "third"})
		d := decodeFile(t, write(s), true)
		want := slices.Clone(whole)
		want = slices.Insert(want, 8, "1150 cpu0 irq: 4294967295 9 third")
		want = slices.Insert(want, 4, "550 cpu0 irq: 4294967295 9 second")
		if got := d.lines(); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s", name, strings.Join(got, "\n"))
		}
		if d.Info().LostEvents != 5 {
			t.Errorf("%s: %d lost", name, d.Info().LostEvents)
		}
	}
}

func TestClocks(t *testing.T) {
	rate := wire.Little.AppendU64(wire.Little.AppendU32(wire.Little.AppendU32(nil, 1<<31), 32), 7)
	for _, x := range []struct {
		clock string
		tsc   bool
		start int64
		first model.Time // of the second switch
		ticks bool
	}{
		{"mono", false, zero, 600, false},
		{"local", false, zero, 600, false},
		{"tai", false, zero, 600, false},
		{"x86-tsc", false, zero, 600, true},
		{"x86-tsc", true, zero / 2, 300, false},
		{"counter", false, zero, 600, true},
		{"uptime", false, zero, 600, true},
		{"something new", false, zero, 600, true},
	} {
		for _, write := range []func(*story) []byte{forms["v6"], forms["v7"]} {
			s := newStory(t, wire.Little).tell()
			s.buffers[0].clock = x.clock
			s.option(optClock, "local ["+x.clock+"] other")
			if x.tsc {
				s.options = append(s.options, option{optTSC, rate})
			}
			d := decodeFile(t, write(s), true)
			i := d.Info()
			var second model.Time
			for k := range d.events {
				if d.events[k].Kind == model.KindSwitch && d.events[k].TID == 20 {
					second = d.events[k].Time
				}
			}
			if i.Clock.Name != x.clock || i.Clock.StartNS != x.start || second != x.first || (d.diagnostic("ticks") != nil) != x.ticks {
				t.Errorf("%+v: %+v, second switch at %d, %+v", x, i.Clock, second, i.Diagnostics)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	s := newStory(t, wire.Little).tell()
	s.option(optOffset, "-1000\x00")
	s.option(optDate, "0x10\x00")
	s.option(optTimeShift, "0123456789ab")
	s.option(optCPUStat, "CPU: 0\nentries: 3\noverrun: 2\ndropped events: 4\nread events: 20\n")
	i := decodeFile(t, s.v6(), true).Info()
	if i.Clock.StartNS != zero-1000 || !i.StartWall.Equal(time.Unix(0, zero-1000+16000)) {
		t.Errorf("start %d, %v", i.Clock.StartNS, i.StartWall)
	}
	var codes []string
	for _, x := range i.Diagnostics {
		codes = append(codes, fmt.Sprint(x.Code, x.Count, x.Severity))
	}
	if want := []string{"guest1 info", "lost-events6 warning", "silent-gap10 warning"}; !slices.Equal(codes, want) {
		t.Errorf("%v, expected %v", codes, want)
	}
	if i.LostEvents != 6+10 || !i.Has.Switches || !i.Has.Wakes || !i.Has.Stacks || !i.Has.Interrupts || !i.Has.Calls || i.Has.Disk {
		t.Errorf("%d lost, %+v", i.LostEvents, i.Has)
	}
}

// TestSilent: no gap is reported where the kernel's counts are those of the file.
func TestSilent(t *testing.T) {
	for read, want := range map[int]bool{12: false, 13: false, 14: true} {
		s := newStory(t, wire.Little).tell()
		s.option(optCPUStat, fmt.Sprintf("CPU: 0\nentries: 0\nread events: %d\n", read))
		d := decodeFile(t, s.v6(), true)
		if (d.diagnostic("silent-gap") != nil) != want {
			t.Errorf("%d read of %d: %+v", read, d.s.records, d.Info().Diagnostics)
		}
	}
}

func TestRefused(t *testing.T) {
	v6, v7 := newStory(t, wire.Little).tell().v6(), newStory(t, wire.Little).tell().v7()
	replaced := func(data []byte, old, new string) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	for name, x := range map[string]struct {
		data []byte
		want string
	}{
		"empty":       {nil, "not a trace.dat"},
		"other":       {[]byte("no trace.dat file at all"), "not a trace.dat"},
		"version":     {replaced(v6, "6\x00", "5\x00"), `version "5"`},
		"long":        {replaced(v6, "6\x00\x00\x08", "6\x00\x00\x07"), "long has 7 bytes"},
		"latency":     {replaced(v6, wordRecords, wordLatency), "latency tracer"},
		"word":        {replaced(v6, wordRecords, "elsewhere\x00"), "is damaged: found"},
		"compression": {replaced(v7, "none\x00", "lzma\x00"), "compression"},
		"no options":  {v7[:200], "options"},
	} {
		_, err := tryDecode(t, x.data, true)
		if err == nil {
			t.Errorf("%s: opened", name)
			continue
		}
		oneClearLine(t, err)
		if !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
		if (name == "other" || name == "empty") != errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func oneClearLine(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); !strings.HasPrefix(s, "trace.dat: ") || strings.Contains(s, "\n") || len(s) > 300 {
		t.Errorf("error %q", s)
	}
}

// TestManyPages: records go on over pages, and times beyond one delta.
func TestManyPages(t *testing.T) {
	for name, write := range forms {
		for _, mapped := range []bool{true, false} {
			s := newStory(t, wire.Little)
			const n = 5000
			for i := range n {
				at := uint64(zero + i*1000)
				s.cpu(i%3).add(at, s.waking, fields{"common_pid": 1, "pid": i + 2})
				s.cpu(i%3).add(at+1, s.stack, fields{"common_pid": 1, "size": 1, "caller": []uint64{uint64(i%7 + 1)}})
			}
			d := decodeFile(t, write(s), mapped)
			found := 0
			for k := range d.events {
				if e := &d.events[k]; e.Kind == model.KindWake {
					frames := d.Tables().Stacks.Frames(e.Stack)
					if int(e.TID) != found+2 || e.Time != model.Time(found*1000) || int(e.CPU) != found%3 || len(frames) != 1 || frames[0].Addr != uint64(found%7+1) {
						t.Fatalf("%s: wake %d: %+v with %v", name, found, e, frames)
					}
					found++
				}
			}
			if found != n {
				t.Errorf("%s: %d wakes", name, found)
			}
		}
	}
}

// TestTooManyStreams: a header may neither name more streams of events than the reader keeps, nor
// streams that are larger than the file.
func TestTooManyStreams(t *testing.T) {
	for _, c := range []struct {
		streams int
		size    int64
		want    string
	}{
		{maxStreams, 0, ""},
		{maxStreams + 1, 0, "the file's header is invalid: it lists 32769 per-CPU event streams, more than the limit of 32768"},
		{2, 1 << 11, ""},
		{2, 1<<11 + 1, "the file's header is invalid: 2 per-CPU event streams with 4098 bytes in total do not fit into a file of 4096 bytes"},
	} {
		parts := make([]cpuPart, c.streams)
		for i := range parts {
			parts[i].size = c.size
		}
		m := &meta{in: newInput(bytes.NewReader(make([]byte, 1<<12)), 1<<12), buffers: []buffer{{pageSize: 1 << 12, cpus: parts}}}
		got := ""
		if err := m.check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d streams of %d bytes: %q, want %q", c.streams, c.size, got, c.want)
		}
	}
}
