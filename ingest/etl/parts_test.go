package etl

import (
	"bytes"
	"context"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// TestEndOfParts: the .NET runtime's list of methods, written after the switches have ended, names
// methods and does not lengthen the trace; a marker does.
func TestEndOfParts(t *testing.T) {
	c, err := etltest.FromText("rich", []byte(rich), etltest.TextOptions{HeaderTells: true, Managed: []string{"managed"}})
	if err != nil {
		t.Fatal(err)
	}
	alone := load(t, open(t, c.Bytes()))
	m, end := c.Config.Maker(etltest.StyleNative), int64(alone.End)
	at := func(ns int64) int64 { return c.Config.Ticks(ns) }
	rundown := []etltest.Record{
		m.Module(at(end+2_000_000_000), etltest.ProviderCLREnd, etltest.ModuleDCEnd, 7, `C:\b\new.dll`, 10, 100),
		m.Method(at(end+3_000_000_000), etltest.ProviderCLREnd, etltest.MethodDCEnd, 1, etltest.Method{
			Module: 7, Start: 0x7ff123456000, Size: 0x1000, Namespace: "N.C", Name: "M", TID: 10, PID: 100,
		}),
	}
	mark := m.TraceLogging(at(end+50), etltest.TraceLogging{Provider: etltest.GUID{1}, ProviderName: "P", Name: "Now", TID: 10, PID: 100})
	for _, x := range []struct {
		name string
		list []etltest.Record
		end  model.Time
	}{
		{"nothing", nil, alone.End},
		{"a rundown", rundown, alone.End},
		{"a mark and a rundown", append([]etltest.Record{mark}, rundown...), alone.End + 50},
	} {
		tr := load(t, beside(t, c, x.list))
		if tr.End != x.end || tr.Info.End != x.end || len(tr.Info.Files) != 2 {
			t.Errorf("%s: %v ends at %v, %v, want %v", x.name, tr.Info.Files, tr.End, tr.Info.End, x.end)
		}
		if x.end == alone.End && segments(t, tr) != segments(t, alone) {
			t.Errorf("%s: threads do something else", x.name)
		}
		if named := names(tr)["N.C.M"]; named != (x.list != nil) {
			t.Errorf("%s: the method has its name: %v", x.name, named)
		}
	}
}

// beside opens a recording with a second file of records.
func beside(t *testing.T, c *etltest.Composed, list []etltest.Record) *Reader {
	t.Helper()
	var b etltest.Memory
	w, err := etltest.NewWriter(&b, c.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if err := w.Put(0, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := func(name string, data []byte) File { return File{name, bytes.NewReader(data), int64(len(data))} }
	files := []File{file("x.etl", c.Bytes()), file("x.user.etl", b.Bytes())}
	r, err := OpenFiles(context.Background(), files, "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// names are those of all functions on stacks.
func names(tr *model.Trace) map[string]bool {
	found := map[string]bool{}
	for id := 1; id <= tr.Tables.Stacks.Len(); id++ {
		for _, f := range tr.Tables.Stacks.Frames(model.StackID(id)) {
			found[tr.String(f.Name)] = true
		}
	}
	return found
}

// TestAside: which records are not about activity.
func TestAside(t *testing.T) {
	c := etltest.Config{}
	for _, x := range []struct {
		name string
		r    func(m etltest.Maker) etltest.Record
		want bool
	}{
		{"witness", func(m etltest.Maker) etltest.Record { return m.Witness(1, 2, 3) }, false},
		{"sample", func(m etltest.Maker) etltest.Record { return m.Sample(1, 2, 3, 1, 0) }, false},
		{"method", func(m etltest.Maker) etltest.Record {
			return m.Method(1, etltest.ProviderCLR, payload.CLRMethodLoadVerbose, 1, etltest.Method{})
		}, false},
		{"rundown", func(m etltest.Maker) etltest.Record {
			return m.Method(1, etltest.ProviderCLREnd, etltest.MethodDCEnd, 1, etltest.Method{})
		}, true},
	} {
		var b etltest.Memory
		w, err := etltest.NewWriter(&b, c)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Put(0, x.r(w.Config().Maker(etltest.StyleNative))); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		data := b.Bytes()
		size := int(le.Uint32(data))
		var head, own cutter
		head.reset(data[:le.Uint32(data[8:])])
		if !head.cut() || !head.aside() {
			t.Error("the header of the file is taken for what happened")
		}
		own.reset(data[size:])
		if !own.cut() || own.aside() != x.want {
			t.Errorf("%s: aside is %v", x.name, own.aside())
		}
	}
}
