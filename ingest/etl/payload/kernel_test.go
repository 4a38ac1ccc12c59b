package payload

import (
	"reflect"
	"testing"
)

// decoderCase is a payload with what it must decode to.
type decoderCase struct {
	name string
	b    []byte
	l    Layout
	want Decoder
}

var (
	narrow = Layout{Version: 2}
	wide   = Layout{Version: 2, Wide: true}
)

func (c *decoderCase) run(t *testing.T) {
	t.Helper()
	newDecoder := func() Decoder {
		return reflect.New(reflect.TypeOf(c.want).Elem()).Interface().(Decoder)
	}
	got := newDecoder()
	if !got.Decode(c.b, c.l) {
		t.Fatal("does not decode")
	}
	if !reflect.DeepEqual(readable(got), readable(c.want)) {
		t.Errorf("got  %+v\nwant %+v", readable(got), readable(c.want))
	}
	for n := range c.b {
		newDecoder().Decode(c.b[:n:n], c.l)
	}
}

// readable is d with all texts as strings and all empty slices as nil, so
// that structures can be compared and read.
func readable(d any) any {
	v := reflect.ValueOf(d)
	switch {
	case v.Kind() == reflect.Pointer:
		return readable(v.Elem().Interface())
	case v.Kind() != reflect.Struct:
		if s, ok := d.(interface{ String() string }); ok {
			return s.String()
		}
		return d
	}
	if a, ok := d.(Addresses); ok {
		list := make([]uint64, a.Len())
		for i := range list {
			list[i] = a.At(i)
		}
		return list
	}
	m := map[string]any{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.IsExported() {
			m[f.Name] = readable(v.Field(i).Interface())
		}
	}
	return m
}

func TestThreads(t *testing.T) {
	cswitch := raw(uint32(7), uint32(9), int8(8), int8(15), uint8(2), int8(0),
		int8(5), int8(1), int8(5), int8(3), uint32(44), uint32(0))
	wantSwitch := &CSwitch{
		New: 7, Old: 9, NewPriority: 8, OldPriority: 15, PreviousCState: 2,
		WaitReason: 5, WaitMode: 1, State: StateWaiting, IdealProcessor: 3, NewWaitTime: 44,
	}
	stacks := func(n int, at uint64) (b []byte) {
		for i := range n {
			b = append(b, raw(at+uint64(i))...)
		}
		return b
	}
	v3 := raw(uint32(4), uint32(8), stacks(7, 0xF000000000000000), uint32(5), uint8(9), uint8(5), uint8(2), uint8(1))
	named := Thread{
		PID: 4, TID: 8, StackBase: 0xF000000000000000, StackLimit: 0xF000000000000001,
		UserStackBase: 0xF000000000000002, UserStackLimit: 0xF000000000000003, Affinity: 0xF000000000000004,
		Win32Start: 0xF000000000000005, TEB: 0xF000000000000006, SubProcessTag: 5,
		BasePriority: 9, PagePriority: 5, IOPriority: 2, Flags: 1, Name: units("Wörker 😀"),
	}
	unnamed := named
	unnamed.Name = nil
	for _, c := range []decoderCase{
		{"switch v4", cswitch, Layout{4, true}, wantSwitch},
		{"switch v5, longer", raw(cswitch, uint32(0xFFFFFFFF)), Layout{5, true}, wantSwitch},
		{"switch v2 of 32 bits", cswitch, narrow, wantSwitch},
		{"ready", raw(uint32(7), int8(-1), int8(-2), uint8(5), int8(0)), wide, &ReadyThread{
			TID: 7, AdjustReason: -1, AdjustIncrement: -2, Flags: ReadyInDPC | ReadyProcessSwapped,
		}},
		{"thread v0", raw(uint32(8), uint32(4)), Layout{Version: 0}, &Thread{PID: 4, TID: 8}},
		{"thread v1, end", raw(uint32(4), uint32(8)), Layout{Version: 1}, &Thread{PID: 4, TID: 8}},
		{"thread v3 without name", v3, Layout{3, true}, &unnamed},
		{"thread v3, empty name", raw(v3, ""), Layout{3, true}, &unnamed},
		{"thread v3 with name", raw(v3, "Wörker 😀"), Layout{3, true}, &named},
		{"thread v4, name without end", raw(v3, units("Wörker 😀")), Layout{4, true}, &named},
		{"thread name", raw(uint32(4), uint32(8), ".NET Finalizer"), wide, &ThreadName{4, 8, units(".NET Finalizer")}},
		{"thread name without any", raw(uint32(4), uint32(8)), wide, &ThreadName{4, 8, nil}},
	} {
		t.Run(c.name, c.run)
	}
}

func TestProcesses(t *testing.T) {
	sid := raw(uint8(1), uint8(2), zeros(5), uint8(5), uint32(21), uint32(1000))
	for _, c := range []decoderCase{
		{"v0", raw(uint32(8), uint32(4), zeros(8), sid, ansi("old.exe")), Layout{}, &Process{
			PID: 8, Parent: 4, Image: ANSI("old.exe"),
		}},
		{"no user", raw(uint64(1), uint32(8), uint32(4), uint32(1), int32(-5), uint64(2), uint32(3), uint32(0),
			ansi("a.exe"), "a -b", "pkg", "app"), Layout{4, true}, &Process{
			Key: 1, PID: 8, Parent: 4, Session: 1, ExitStatus: -5, DirectoryTable: 2, Flags: 3,
			Image: ANSI("a.exe"), CommandLine: units("a -b"), Package: units("pkg"), Application: units("app"),
		}},
		{"user behind zero pointers", raw(uint32(1), uint32(8), uint32(4), uint32(1), int32(0), uint32(2), zeros(8), sid,
			ansi("a.exe"), units("a -b")), Layout{Version: 3}, &Process{
			Key: 1, PID: 8, Parent: 4, Session: 1, DirectoryTable: 2, Image: ANSI("a.exe"), CommandLine: units("a -b"),
		}},
		{"v5", raw(uint64(1), uint32(8), uint32(4), uint32(1), int32(0), uint64(2), uint32(3), uint64(9), uint64(0), sid,
			ansi("a\xe9"), "", "", "", int64(77)), Layout{5, true}, &Process{
			Key: 1, PID: 8, Parent: 4, Session: 1, DirectoryTable: 2, Flags: 3, Image: ANSI("aé"), ExitTime: 77,
		}},
	} {
		t.Run(c.name, c.run)
	}
	var p Process
	if p.Decode(raw(uint32(8), uint32(4), uint32(1), uint32(0), uint8(1), uint8(200), zeros(6)), Layout{}) {
		t.Error("a user that says it is longer than the payload was accepted")
	}
}

func TestImages(t *testing.T) {
	id := newGUID(1, 2, 3, 4, 5)
	for _, c := range []decoderCase{
		{"v1 of Vista, 64 bits", raw(uint64(0x400000), uint32(0x2000), uint32(9), "a.dll"), Layout{1, true}, &Image{
			Base: 0x400000, Size: 0x2000, PID: 9, Name: units("a.dll"),
		}},
		{"v1, 64 bits", raw(uint64(0x400000), uint64(0x2000), uint32(9), "a.dll"), Layout{1, true}, &Image{
			Base: 0x400000, Size: 0x2000, PID: 9, Name: units("a.dll"),
		}},
		{"v3, 32 bits", raw(uint32(1), uint32(2), uint32(3), uint32(4), uint32(5), uint8(6), uint8(7), uint16(0),
			uint32(8), zeros(16), "x"), Layout{Version: 3}, &Image{
			Base: 1, Size: 2, PID: 3, Checksum: 4, Timestamp: 5, SignatureLevel: 6, SignatureType: 7, DefaultBase: 8, Name: units("x"),
		}},
		{"v4 of the future", raw(uint32(1), uint32(2), uint32(3), uint32(4), uint32(5), uint8(6), uint8(7), uint16(0),
			uint32(8), zeros(16), "x", uint32(99)), Layout{Version: 4}, &Image{
			Base: 1, Size: 2, PID: 3, Checksum: 4, Timestamp: 5, SignatureLevel: 6, SignatureType: 7, DefaultBase: 8, Name: units("x"),
		}},
		{"base, 32 bits", raw(uint32(0x80000000)), narrow, &ImageBase{0x80000000}},
		{"id", raw(uint64(1), uint64(2), uint32(3), uint32(4), "a.dll"), wide, &ImageID{1, 2, 3, 4, units("a.dll")}},
		{"pdb", raw(uint32(1), uint32(3), id, uint32(7), ansi("a.pdb")), narrow, &PDB{1, 3, id, 7, ANSI("a.pdb")}},
	} {
		t.Run(c.name, c.run)
	}
}

func TestStacks(t *testing.T) {
	addresses := raw(uint64(0xFFFFF80000000001), uint64(0x7FFF00000002))
	for _, c := range []decoderCase{
		{"walk", raw(int64(-5), uint32(1), uint32(2), addresses, uint32(7)), wide, &StackWalk{-5, 1, 2, newAddresses(addresses, true)}},
		{
			"walk, 32 bits", raw(int64(5), uint32(1), uint32(2), uint32(3), uint16(4)), narrow,
			&StackWalk{5, 1, 2, newAddresses(raw(uint32(3)), false)},
		},
		{"walk without frames", raw(int64(5), uint32(1), uint32(2)), wide, &StackWalk{5, 1, 2, Addresses{}}},
		{"key", raw(int64(5), uint32(1), uint32(2), uint64(3)), wide, &StackKeyRef{5, 1, 2, 3}},
		{"key, 32 bits", raw(int64(5), uint32(1), uint32(2), uint32(3)), narrow, &StackKeyRef{5, 1, 2, 3}},
		{"definition", raw(uint64(3), addresses), wide, &StackKeyDef{3, newAddresses(addresses, true)}},
		{"item", raw(uint64(3), addresses), wide, &ItemStack{3, newAddresses(addresses, true)}},
		{"item key", raw(uint64(3), uint32(4), uint32(0)), narrow, &ItemStackKey{3, 4}},
	} {
		t.Run(c.name, c.run)
	}
	a := newAddresses(addresses, true)
	if a.Len() != 2 || !a.Kernel(0) || a.Kernel(1) {
		t.Errorf("%d addresses, kernel %v and %v", a.Len(), a.Kernel(0), a.Kernel(1))
	}
	if b := newAddresses(raw(uint32(1<<31), uint32(1<<31-1)), false); b.Len() != 2 || !b.Kernel(0) || b.Kernel(1) {
		t.Errorf("%d short addresses, kernel %v and %v", b.Len(), b.Kernel(0), b.Kernel(1))
	}
}

func TestSystem(t *testing.T) {
	name := func(text string, n int) []byte { return append(units(text), zeros(n-2*len(text))...) }
	cpu := raw(uint32(2195), uint32(8), uint32(8106), uint32(4096), uint32(65536), name("BOX", 512), name("LAN", 268), uint64(255))
	v2 := CPU{
		MHz: 2195, Processors: 8, MemoryMB: 8106, PageSize: 4096, AllocationGranularity: 65536,
		Computer: units("BOX"), HyperThreading: 255,
	}
	v3 := v2
	v3.HighestUserAddress, v3.Architecture, v3.Level, v3.Revision = 0x7FFFFFFEFFFF, 9, 6, 21764
	v3.NX, v3.MemoryMHz = true, 2666
	disk := PhysicalDisk{
		Number: 1, BytesPerSector: 512, SectorsPerTrack: 63, TracksPerCylinder: 255, Cylinders: 1000,
		Manufacturer: units("Maker"), Partitions: 2, WriteCache: true, BootDrive: units("C:"),
	}
	for _, c := range []decoderCase{
		{"cpu v2", cpu, wide, &v2},
		{
			"cpu v3", raw(cpu, uint64(0x7FFFFFFEFFFF), uint16(9), uint16(6), uint16(21764), uint8(0), uint8(1), uint32(2666)),
			Layout{3, true},
			&v3,
		},
		{"physical disk", raw(uint32(1), uint32(512), uint32(63), uint32(255), uint64(1000), zeros(16),
			name("Maker", 512), uint32(2), uint8(1), uint8(0), units("C:"), zeros(6)), wide, &disk},
		{"build", raw(int64(5), "18362.1", "Windows 10"), wide, &BuildInfo{5, units("18362.1"), units("Windows 10")}},
		{"volume", raw(`\Device\HarddiskVolume2\`, `C:\`), wide, &PathPair{units(`\Device\HarddiskVolume2\`), units(`C:\`)}},
	} {
		t.Run(c.name, c.run)
	}
}

// TestNothing checks that every decoder refuses an empty payload.
func TestNothing(t *testing.T) {
	decoders := otherDecoders()
	for _, e := range kernelEvents {
		decoders = append(decoders, e.newDecoder())
	}
	for _, d := range decoders {
		for _, l := range []Layout{{Version: 1}, {3, true}} {
			if d.Decode(nil, l) {
				t.Errorf("%T was made of nothing", d)
			}
		}
	}
}

func TestMarkers(t *testing.T) {
	for _, c := range []struct {
		name string
		b    []byte
		want Marker
	}{
		{
			"enter", raw(uint8(1), uint8(4), uint8(2), int32(-7), "series", "load 5", ansi("")),
			Marker{Kind: MarkerEnter, Importance: 4, Category: 2, Span: -7, Series: units("series")},
		},
		{
			"leave", raw(uint8(2), uint8(4), uint8(2), int32(-7), "series", "", ansi("")),
			Marker{Kind: MarkerLeave, Importance: 4, Category: 2, Span: -7, Series: units("series")},
		},
		{
			"alert in ANSI", raw(uint8(3), uint8(1), int8(-1), "", "", ansi("000004e4caf\xe9")),
			Marker{Kind: MarkerFlag, Importance: 1, Category: -1},
		},
		{
			"message without end", raw(uint8(4), uint8(5), uint8(0), "s", units("hi")),
			Marker{Kind: MarkerMessage, Importance: 5, Series: units("s")},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dc := decoderCase{b: c.b, l: wide, want: &c.want}
			dc.run(t)
		})
	}
}

// TestWiden: the header of a classic record may claim 4-byte pointers where the fields have 8
// bytes; a payload that is valid with the header's size is read so.
func TestWiden(t *testing.T) {
	sid := raw(uint8(1), uint8(2), zeros(5), uint8(5), uint32(21), uint32(1000))
	process := func(pointer any, rest ...any) []byte {
		// key, id, parent, session, exit, directory, and the user
		b := raw(pointer, uint32(7), uint32(4), uint32(1), int32(0), pointer, pointer, pointer, sid, ansi("a.exe"), "a.exe")
		return append(b, raw(rest...)...)
	}
	image := func(pointer func(uint64) any, size uint64) []byte {
		return raw(pointer(0x10000), pointer(size), uint32(7), uint32(0), uint32(0), uint32(0), pointer(0), uint32(0), uint32(0), uint32(0), uint32(0), "a.dll")
	}
	w64, w32 := func(n uint64) any { return n }, func(n uint64) any { return uint32(n) }
	for _, c := range []struct {
		name string
		hook HookID
		b    []byte
		wide bool
	}{
		{"a process of 64 bits", HookProcessStart, process(uint64(0xffffe000_12345678)), true},
		{"a process of 32 bits", HookProcessStart, process(uint32(0x82345678)), false},
		{"a process with more behind it", HookProcessStart, process(uint64(0xffffe000_12345678), uint8(1)), false},
		{"the end of a process", HookProcessDefunct, process(uint64(0xffffe000_12345678)), true},
		{"an image of 64 bits", HookImageLoad, image(w64, 0x2000), true},
		{"an image of 32 bits", HookImageLoad, image(w32, 0x2000), false},
		{"an image of no size", HookImageLoad, image(w64, 0), false},
		{"an image of an odd size", HookImageLoad, image(w64, 0x2001), false},
		{"another record", HookCSwitch, process(uint64(0xffffe000_12345678)), false},
	} {
		if got := Widen(c.hook, c.b, Layout{Version: 3}); got != (Layout{Version: 3, Wide: c.wide}) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if got := Widen(c.hook, c.b, Layout{Version: 3, Wide: true}); !got.Wide {
			t.Errorf("%s: is narrow", c.name)
		}
	}
}

// TestNumbers: numbers have 1, 2, 4 or 8 bytes.
func TestNumbers(t *testing.T) {
	for n := range 10 {
		_, ok := number(make([]byte, n))
		if want := n == 1 || n == 2 || n == 4 || n == 8; ok != want {
			t.Errorf("%d bytes are a number: %v", n, ok)
		}
	}
}
