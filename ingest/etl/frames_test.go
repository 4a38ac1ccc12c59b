package etl

import (
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/model"
)

// TestFrames checks that addresses get the names from which they were composed: the module, and for
// managed code the method.
func TestFrames(t *testing.T) {
	given := []uint64{0x7ff123456789, 0x7ff200001234} // given in the text itself
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

// TestMarks checks the markers of both ways to write them.
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

// TestModules checks the identities of images in a file: both kernel32.dll get names of their own.
func TestModules(t *testing.T) {
	for _, ptr := range []int{4, 8} {
		c := compose(t, etltest.Config{CPUs: 1, PointerSize: ptr})
		m := c.mk
		for i, folder := range []string{"System32", "SysWOW64"} {
			base, size, stamp := uint64(i+1)<<20, uint64(0x2000), uint32(0x4e000001+i)
			c.put(0, m.ImageID(10, base, size, 7, stamp, "KERNEL32"))
			c.put(0, m.PDB(10, base, 7, etltest.GUID{byte(i + 1)}, 2, `d:\build\kernel32.pdb`))
			c.put(0, m.Image(10, etltest.LifeDCStart, 2, etltest.Image{Base: base, Size: size, PID: 7, Path: `\Windows\` + folder + `\kernel32.dll`}))
			c.put(0, m.Sample(20+int64(i), base+0x123, 9, 1, 0))
			c.put(0, m.StackWalk(20+int64(i), c.start+20+int64(i), 7, 9, base+0x123))
		}
		tr := c.load()
		want := []model.Module{
			{Name: `SysWOW64\kernel32.dll`, Path: `\Windows\SysWOW64\kernel32.dll`, BuildID: "000000020000000000000000000000002", ImageID: "4E0000022000", PDB: `d:\build\kernel32.pdb`},
			{Name: "kernel32.dll", Path: `\Windows\System32\kernel32.dll`, BuildID: "000000010000000000000000000000002", ImageID: "4E0000012000", PDB: `d:\build\kernel32.pdb`},
		}
		if !slices.Equal(tr.Info.Modules, want) {
			t.Errorf("%d bytes: %+v", ptr, tr.Info.Modules)
		}
		var frames []string
		for id := model.StackID(1); int(id) <= tr.Tables.Stacks.Len(); id++ {
			_, f := tr.Tables.Stacks.Node(id)
			frames = append(frames, tr.String(f.Module)+"!"+tr.String(f.Name))
		}
		if got := strings.Join(frames, " "); got != `kernel32.dll!+0x123 SysWOW64\kernel32.dll!+0x123` {
			t.Errorf("%d bytes: %s", ptr, got)
		}
	}
}

// TestSharedModules: in real traces nearly every file has date, size and the id of its symbols, and
// unique names.
func TestSharedModules(t *testing.T) {
	kernels := map[string]string{
		"win7-xperf-cswitch-slow-ppt.zip":   "47F5C3BF9E0A493C9F63BB8F6413358B2",
		"perfview-net.4.5.2.x64.etl.zip":    "724821001C1C4A03AED8C4C71C2E8D1D2",
		"perfview-net.4.5.x86-2016.etl.zip": "D7EA2B6682984A0E8697620F5571B7BF2",
	}
	seen := 0
	for name, data := range sharedFiles(t) {
		archive, _, _ := strings.Cut(name, " : ")
		if kernels[archive] == "" {
			continue
		}
		seen++
		names, whole, kernel := map[string]bool{}, 0, ""
		list := open(t, data).Info().Modules
		for _, m := range list {
			if names[m.Name] {
				t.Errorf("%s: two modules are called %s", name, m.Name)
			}
			if names[m.Name] = true; m.BuildID != "" && m.ImageID != "" {
				whole++
			}
			if m.Name == "ntoskrnl.exe" {
				kernel = m.BuildID
			}
		}
		t.Logf("%s: %d modules, %d with both ids", name, len(list), whole)
		if len(list) < 100 || whole*100 < 90*len(list) || kernel != kernels[archive] {
			t.Errorf("%s: %d modules, %d with both ids, kernel %s", name, len(list), whole, kernel)
		}
	}
	if seen != len(kernels) {
		t.Errorf("%d traces of %d", seen, len(kernels))
	}
}

// TestSharedFrames checks that nearly all addresses in the stacks of real traces are in a known
// module, and that managed methods have names.
func TestSharedFrames(t *testing.T) {
	kinds := [2]string{"perfview-net.4.5", "win7-"}
	var seen [len(kinds)]int
	for name, data := range sharedFiles(t) {
		kind := slices.IndexFunc(kinds[:], func(k string) bool { return strings.HasPrefix(name, k) })
		if kind < 0 {
			continue
		}
		seen[kind]++
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
	if slices.Contains(seen[:], 0) {
		t.Errorf("%d traces of %v", seen, kinds)
	}
}
