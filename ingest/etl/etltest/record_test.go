package etltest

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// Parts of the bytes of wantBytes.
const (
	wantIDs   = "44332211 88776655 "
	wantTime  = "0807060504030201 "
	wantGUID  = "000102030405060708090a0b0c0d0e0f "
	wantTimes = "11000000 22000000 "
	zeroGUID  = "00000000 00000000 00000000 00000000 "
	wantBody  = "aabbcc 0000000000"
)

var (
	testClass = GUID{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	testPEBS  = uint64(0x99)
)

// wantBytes are records of every form, each a variation of the same one, with their bytes written
// by hand.
var wantBytes = map[string]struct {
	change func(r *Record)
	want   string
}{
	"SYSTEM 64":   {func(r *Record) { r.Form = FormSystem }, "0200 02 c0 2300 24 05 " + wantIDs + wantTime + wantTimes + wantBody},
	"SYSTEM 32":   {func(r *Record) { r.Form, r.Ptr = FormSystem, 4 }, "0200 01 c0 2300 24 05 " + wantIDs + wantTime + wantTimes + wantBody},
	"COMPACT 64":  {func(r *Record) { r.Form, r.Ptr = FormCompact, 8 }, "0200 04 c0 1b00 24 05 " + wantIDs + wantTime + wantBody},
	"COMPACT 32":  {func(r *Record) { r.Form, r.Ptr = FormCompact, 4 }, "0200 03 c0 1b00 24 05 " + wantIDs + wantTime + wantBody},
	"PERFINFO 64": {func(r *Record) { r.Form = FormPerf }, "0200 11 c0 1300 24 05 " + wantTime + wantBody},
	"PERFINFO 32": {func(r *Record) { r.Form, r.Ptr = FormPerf, 4 }, "0200 10 c0 1300 24 05 " + wantTime + wantBody},
	"counters": {
		func(r *Record) { r.Form, r.PMC, r.PEBS = FormPerf, []uint64{1, 2}, &testPEBS },
		"0282 11 c0 2b00 24 05 " + wantTime + "9900000000000000 0100000000000000 0200000000000000 " + wantBody,
	},
	"FULL 64": {
		func(r *Record) { r.Form = FormFull },
		"3300 14 c0 24 07 0200 " + wantIDs + wantTime + wantGUID + wantTimes + wantBody,
	},
	"FULL 32": {
		func(r *Record) { r.Form, r.Ptr = FormFull, 4 },
		"3300 0a c0 24 07 0200 " + wantIDs + wantTime + wantGUID + wantTimes + wantBody,
	},
	"INSTANCE 64": {
		func(r *Record) { r.Form, r.Instance, r.Parent, r.ParentClass = FormInstance, 3, 4, testClass },
		"4b00 15 c0 24 07 0200 " + wantIDs + wantTime + wantGUID + wantTimes + "03000000 04000000 " + wantGUID + wantBody,
	},
	"INSTANCE 32": {
		func(r *Record) { r.Form, r.Ptr = FormInstance, 4 },
		"4b00 0b c0 24 07 0200 " + wantIDs + wantTime + wantGUID + wantTimes + "00000000 00000000 " + zeroGUID + wantBody,
	},
	"event 64": {
		func(r *Record) {
			r.Form = FormEvent
			r.Event = Descriptor{
				Flags: 0x10, Property: 2, ID: 0x0102, Version: 3, Channel: 4, Level: 5, Opcode: 6, Task: 0x0708,
				Keyword: 0x1112131415161718, Activity: testClass,
			}
		},
		"5300 13 c0 1000 0200 " + wantIDs + wantTime + wantGUID + "0201 03 04 05 06 0807 1817161514131211 " +
			wantTimes + wantGUID + wantBody,
	},
	"items": {
		func(r *Record) {
			r.Form, r.Ptr = FormEvent, 4
			r.Event.Items = []Item{{ItemRelated, testClass[:]}, {ItemSchema, []byte{1, 2, 3}}}
		},
		"7b00 12 c0 0100 0000 " + wantIDs + wantTime + wantGUID + zeroGUID + wantTimes + zeroGUID +
			"1800 0100 0100 1000 " + wantGUID + "1000 0b00 0000 0300 010203 0000000000" + wantBody,
	},
}

func TestRecordBytes(t *testing.T) {
	for name, test := range wantBytes {
		r := Record{
			Time: 0x0102030405060708, Group: 5, Opcode: 36, Level: 7, Version: 2, Class: testClass,
			TID: 0x11223344, PID: 0x55667788, Kernel: 0x11, User: 0x22, Payload: []byte{0xAA, 0xBB, 0xCC},
		}
		test.change(&r)
		want, err := hex.DecodeString(strings.ReplaceAll(test.want, " ", ""))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := r.append(nil); !bytes.Equal(got, want) {
			t.Errorf("%s:\n got %x\nwant %x", name, got, want)
		}
	}
}

// TestStyles checks that every kernel record can have every header, with the same payload, time and
// event.
func TestStyles(t *testing.T) {
	var file Memory
	w, err := NewWriter(&file, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for s := StyleNative; s <= StyleInstance; s++ {
		for _, ptr := range []int{8, 4} {
			m := Maker{Ptr: ptr, Style: s}
			for _, r := range []Record{m.Ready(5000, 77, 1), m.Image(5000, OpImageLoad, 3, Image{Base: 0x1000, Path: "x"})} {
				if err := w.Put(0, r); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, records := walk(t, file.Bytes())
	got := ""
	for i, r := range records[2:] {
		got += hex.EncodeToString([]byte{r.kind}) + " "
		if r.time() != 5000 {
			t.Errorf("record %d is at %d", i, r.time())
		}
		if i%2 == 0 {
			sameEvent(t, &r, 0x0532, ClassThread, []byte{77, 0, 0, 0, 1, 0, 1, 0})
		} else {
			sameEvent(t, &r, 0x030A, ClassImage, r.payload())
		}
	}
	if want := "11 02 10 01 02 02 01 01 04 04 03 03 11 11 10 10 14 14 0a 0a 15 15 0b 0b "; got != want {
		t.Errorf("kinds of headers\n got %s\nwant %s", got, want)
	}
}

func sameEvent(t *testing.T, r *rawRecord, hook uint16, class GUID, payload []byte) {
	t.Helper()
	if r.hook() != hook && !(r.hook() == 0xFFFF && bytes.Equal(r.b[24:40], class[:])) || !bytes.Equal(r.payload(), payload) {
		t.Errorf("a record that should be %#x is %x", hook, r.b)
	}
}

// TestTraceLogging reads back a self-describing event.
func TestTraceLogging(t *testing.T) {
	u32 := payload{}
	r := Maker{}.TraceLogging(9, TraceLogging{
		Provider: ProviderMarks, ProviderName: "Prov", Name: "Event", Opcode: OpStart, Activity: ActivityID(5),
		Related: ActivityID(4), Stack: []uint64{0x1000, 0xFFFFF80000000000},
		Fields: []Field{{"n", InU32, 0, u32.u32(7).b}, {"s", InNarrow, 35, []byte("hi\x00")}},
	})
	var kinds []uint16
	for _, it := range r.Event.Items {
		kinds = append(kinds, it.Type)
	}
	if !slices.Equal(kinds, []uint16{ItemRelated, ItemStack64, ItemTraits, ItemSchema}) {
		t.Errorf("items %v", kinds)
	}
	if got, want := string(r.Event.Items[3].Data), "\x10\x00\x00Event\x00n\x00\x08s\x00\x82\x23"; got != want {
		t.Errorf("schema %q, want %q", got, want)
	}
	if got, want := string(r.Event.Items[2].Data), "\x07\x00Prov\x00"; got != want {
		t.Errorf("traits %q, want %q", got, want)
	}
	if got := string(r.Payload); got != "\x07\x00\x00\x00hi\x00" {
		t.Errorf("payload %q", got)
	}
	if r := (Maker{Ptr: 4}).TraceLogging(9, TraceLogging{Stack: []uint64{1, 2}}); len(r.Event.Items[0].Data) != 16 {
		t.Errorf("a stack of two 4-byte addresses takes %d bytes", len(r.Event.Items[0].Data))
	}
}

// TestSource assembles the manifest of an EventSource from its chunks.
func TestSource(t *testing.T) {
	var tasks []string
	for i := range 400 {
		tasks = append(tasks, "Task<"+string(rune('a'+i%26))+">"+strings.Repeat("x", i))
	}
	s := Source{Provider: ProviderMarks, Name: "A&B", Tasks: tasks}
	records := s.Manifest(Maker{}, 1)
	var xml strings.Builder
	for i := range records {
		r := &records[i]
		if err := r.check(); err != nil {
			t.Fatal(err)
		}
		p := r.Payload
		if r.Event.ID != 65534 || p[0] != 1 || p[3] != 0x5B || int(p[4]) != len(records) || int(p[6]) != i {
			t.Errorf("chunk %d begins with %x", i, p[:8])
		}
		xml.Write(p[8:])
	}
	if len(records) < 2 {
		t.Errorf("%d chunks", len(records))
	}
	for _, want := range []string{
		`<provider name="A&amp;B" guid="{7468726c-656e-4753-8000-6d61726b7273}"`,
		`<task name="Task&lt;a&gt;" value="1"/>`,
		`<event value="6" version="0" level="win:Informational" symbol="Task&lt;b&gt;xStop" task="Task&lt;b&gt;x" opcode="win:Stop"/>`,
	} {
		if !strings.Contains(xml.String(), want) {
			t.Errorf("the manifest lacks %s", want)
		}
	}
	if r := s.Event(Maker{}, 1, 1, OpStop, 5, 6, ActivityID(1), GUID{}); r.Event.ID != 6 || r.Event.Task != 2 || r.TID != 5 {
		t.Errorf("the stop of the second task is %+v", r.Event)
	}
}
