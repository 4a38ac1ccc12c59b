package etl

import (
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/model"
)

// TestFrames checks that addresses get the names that they were composed of: the
// module, and of managed code the method.
func TestFrames(t *testing.T) {
	given := []uint64{0x7ff123456789, 0x7ff200001234} // by the text itself
	for _, keys := range []bool{false, true} {
		c, err := etltest.FromText("rich", []byte(rich), etltest.TextOptions{HeaderTells: true, Keys: keys, Managed: []string{"managed"}})
		if err != nil {
			t.Fatal(err)
		}
		tr := load(t, open(t, c.Bytes()))
		seen := map[uint64]bool{}
		for id := 1; id <= tr.Tables.Stacks.Len(); id++ {
			f := tr.Tables.Stacks.Frames(model.StackID(id))[0]
			seen[f.Addr] = true
			i := slices.IndexFunc(c.Frames, func(p etltest.PlacedFrame) bool { return p.Addr == f.Addr })
			if i < 0 {
				if !slices.Contains(given, f.Addr) {
					t.Errorf("address %#x is none of those composed", f.Addr)
				}
				continue
			}
			p, module, name := c.Frames[i], tr.String(f.Module), tr.String(f.Name)
			if module != p.Module || p.Managed && name != p.Function || !p.Managed && p.Module != "" && !strings.HasPrefix(name, "+0x") {
				t.Errorf("%#x is %s!%s, not %s!%s", f.Addr, module, name, p.Module, p.Function)
			}
		}
		if len(seen) < 6 {
			t.Errorf("only %d addresses", len(seen))
		}
	}
}

// TestMarks checks the marks of both ways to write them.
func TestMarks(t *testing.T) {
	for _, source := range []bool{false, true} {
		c, err := etltest.FromText("rich", []byte(rich), etltest.TextOptions{HeaderTells: true, Source: source})
		if err != nil {
			t.Fatal(err)
		}
		tr := load(t, open(t, c.Bytes()))
		if len(tr.Markers) != 2 {
			t.Fatalf("%d marks", len(tr.Markers))
		}
		for i, kind := range []model.MarkKind{model.MarkBegin, model.MarkEnd} {
			m := &tr.Markers[i]
			if m.Kind != kind || m.Correlation != tr.Markers[0].Correlation || !strings.Contains(tr.String(m.Name), "Phase") || tr.Threads[m.Thread].TID != 10 {
				t.Errorf("mark %d: %+v %q", i, m, tr.String(m.Name))
			}
		}
	}
}

// TestSharedFrames checks that nearly all addresses of the real traces with
// stacks lie in a known module, and that managed methods have names.
func TestSharedFrames(t *testing.T) {
	for name, data := range sharedFiles(t) {
		if !strings.HasPrefix(name, "perfview-net.4.5") && !strings.HasPrefix(name, "win7-") {
			continue
		}
		tr := load(t, open(t, data))
		frames, known, managed := 0, 0, 0
		for i := range tr.Samples {
			for _, f := range tr.Tables.Stacks.Frames(tr.Samples[i].Stack) {
				frames++
				if f.Module != model.NoString {
					known++
				}
				if n := tr.String(f.Name); n != "" && n[0] != '+' {
					managed++
				}
			}
		}
		t.Logf("%s: %d samples, %d frames, %d in a module, %d managed", name, len(tr.Samples), frames, known, managed)
		if frames == 0 || known*100 < 90*frames || managed == 0 && strings.Contains(name, "net.4.5") {
			t.Errorf("%s: of %d frames %d are in a module, %d managed", name, frames, known, managed)
		}
	}
}
