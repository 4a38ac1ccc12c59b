package frames

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// file adds the events about the identity of an image's file.
func (m *Map) file(t int64, pid uint32, base, size uint64, stamp uint32) {
	m.FileID(t, &payload.ImageID{Base: base, Size: size, PID: pid, Timestamp: stamp, Name: wide("built.dll")})
}

func (m *Map) pdb(t int64, pid uint32, base uint64, id byte, age uint32, name string) {
	m.PDB(t, &payload.PDB{Base: base, PID: pid, ID: payload.GUID{0: 0x78, 1: 0x56, 2: 0x34, 3: 0x12, 15: id}, Age: age, Name: payload.ANSI(name)})
}

func listed(list []model.Module) string {
	var b strings.Builder
	for _, m := range list {
		kernel := ""
		if m.Kernel {
			kernel = " kernel"
		}
		fmt.Fprintf(&b, "%s %s %s %s %s%s\n", m.Name, m.Path, m.ImageID, m.BuildID, m.PDB, kernel)
	}
	return b.String()
}

// TestModules: the events as xperf's merge writes them, identities before the image, and other
// orders.
func TestModules(t *testing.T) {
	m := Map{}
	m.Paths.Volume(`\Device\HarddiskVolume2\`, `C:\`)
	m.Paths.Windows(`C:\Windows\`)
	m.file(5, 0, 0xfffff80000010000, 0x1000, 0x4e000001)
	m.pdb(5, 0, 0xfffff80000010000, 1, 2, "ntkrnlmp.pdb")
	m.addImage(5, Rundown, 0, 0xfffff80000010000, 0x1000, `\SystemRoot\system32\ntoskrnl.exe`)
	for pid := range uint32(3) {
		m.file(10, 7+pid, 0x10000, 0x2000, 0x4e000002)
		m.pdb(10, 7+pid, 0x10000, 2, 26, "ntdll.pdb")
		m.addImage(10, Rundown, 7+pid, 0x10000, 0x2000, `\Windows\System32\ntdll.dll`)
	}
	m.file(11, 7, 0x20000, 0x1800, 0x4e000003)
	m.pdb(11, 7, 0x20000, 3, 1, `d:\build\wntdll.pdb`)
	m.addImage(11, Load, 7, 0x20000, 0x1800, `\Device\HarddiskVolume2\Windows\SysWOW64\ntdll.dll`)
	// In a process about which nothing was reported: the only one of this name and size.
	m.addImage(12, Load, 9, 0x30000, 0x1800, `\Windows\SysWOW64\ntdll.dll`)
	// At one address, one after another; the second event of identity is late.
	m.pdb(20, 8, 0x40000, 4, 1, "a.pdb")
	m.addImage(20, Load, 8, 0x40000, 0x1000, `C:\app\plugin.dll`)
	m.addImage(30, Unload, 8, 0x40000, 0x1000, `C:\app\plugin.dll`)
	m.addImage(40, Load, 8, 0x40000, 0x1000, `C:\app\plugin.dll`)
	m.pdb(45, 8, 0x40000, 5, 1, "a.pdb")
	m.file(45, 8, 0x40000, 0x3000, 0x4e000009) // of something else: the size differs
	m.pdb(60, 8, 0x50000, 6, 1, "nobody.pdb")
	m.Hypercall(1, &payload.ImageBase{Base: 0xfffff80000090000})

	m.check(t, []question{
		{8, 0xfffff80000010010, 5, "ntoskrnl.exe!+0x10"},
		{7, 0x10010, 10, "ntdll.dll!+0x10"},
		{7, 0x20010, 20, `SysWOW64\ntdll.dll!+0x10`},
		{9, 0x30010, 20, `SysWOW64\ntdll.dll!+0x10`},
		{8, 0x40010, 25, "plugin.dll!+0x10"},
		{8, 0x40010, 50, `app\plugin.dll!+0x10`},
		{8, 0xfffff80000090010, 5, "hypercall!+0x10"},
	})
	want := `hypercall [hypercall]    kernel
ntoskrnl.exe C:\Windows\system32\ntoskrnl.exe 4E0000011000 123456780000000000000000000000012 ntkrnlmp.pdb kernel
SysWOW64\ntdll.dll C:\Windows\SysWOW64\ntdll.dll 4E0000031800 123456780000000000000000000000031 d:\build\wntdll.pdb
app\plugin.dll C:\app\plugin.dll  123456780000000000000000000000051 a.pdb
ntdll.dll C:\Windows\System32\ntdll.dll 4E0000022000 12345678000000000000000000000002 1A ntdll.pdb
plugin.dll C:\app\plugin.dll  123456780000000000000000000000041 a.pdb
`
	if got := listed(m.Modules()); got != strings.ReplaceAll(want, "02 1A", "021A") {
		t.Errorf("got\n%s", got)
	}
}

// TestModulesAlike: names differ even where neither folder nor path does, and what could be either
// of two is neither.
func TestModulesAlike(t *testing.T) {
	m := Map{}
	for i := range uint64(3) {
		m.file(1, 7, i<<20, 0x1000, uint32(i+1))
		m.addImage(1, Load, 7, i<<20, 0x1000, `C:\x\a.dll`)
	}
	m.addImage(1, Load, 7, 9<<20, 0x1000, `C:\x\a.dll`)
	var names []string
	for _, mod := range m.Modules() {
		names = append(names, mod.Name+"="+mod.ImageID)
	}
	want := []string{`C:\x\a.dll=000000021000`, `C:\x\a.dll (000000031000)=000000031000`, `a.dll=`, `x\a.dll=000000011000`}
	slices.Sort(want)
	slices.Sort(names)
	if !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	if got := m.ask(7, 9<<20, 5); got != "a.dll!+0x0" {
		t.Error(got)
	}
}

func TestShortFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"SysWOW64": "SysWOW64", "": "", "a_b": "a_b",
		"x86_microsoft.windows.gdiplus_6595b64144ccf1df_1.1.7601.17514_none_72d18a4386696c80": "x86",
		"d17a133036827281e02df99161f83199": "d17a1330", "_a folder of many characters": "_a folde",
		"abcdefghijklmnopqrstuvw_xyz": "abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvwx_yz": "abcdefgh",
		"abcdefghijklmnopqrstuvwx": "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwxy": "abcdefgh",
	} {
		if got := shortFolder(folder); got != want {
			t.Errorf("%q is %q, want %q", folder, got, want)
		}
	}
}

func TestModulesAreBounded(t *testing.T) {
	m := Map{}
	for i := range uint64(maxModules + 10) {
		m.file(1, 7, i<<20, 0x1000, uint32(i+1))
		m.addImage(1, Load, 7, i<<20, 0x1000, `C:\x\a.dll`)
	}
	if n := len(m.Modules()); n != maxModules {
		t.Errorf("%d modules", n)
	}
	if got := m.ask(7, (maxModules+5)<<20, 5); got != "a.dll!+0x0" {
		t.Error(got)
	}
	if m.PDB(2, &payload.PDB{}); m.Left().Late != 1 {
		t.Error(m.Left())
	}
}

// tell turns 8 bytes into an event of an image or of its identity, at a unique time.
func (m *Map) tell(b []byte, t int64) {
	pid, base, size, stamp := pick(someProcesses, b[2]), pick(someBases, b[3]), pick(someSizes, b[4]), uint32(b[5]%4)
	switch b[0] % 3 {
	case 0:
		m.Image(t, Change(b[1]%3), &payload.Image{Base: base, Size: size, PID: pid, Timestamp: stamp, Name: wide(`C:\` + string('a'+b[7]%3) + `\` + pick(someNames, b[6]))})
	case 1:
		m.file(t, pid, base, size, stamp)
	case 2:
		m.pdb(t, pid, base, b[6]%4, uint32(b[7]%3), pick(someNames, b[5]))
	}
}

// FuzzModules: whatever the events, modules have unique names, each frame is in one of them or in
// an image without a name, and the order of the events does not matter.
func FuzzModules(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 8 {
		var b []byte
		for range 60 {
			b = binary.LittleEndian.AppendUint64(b, r.Uint64())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var m, back Map
		events := slices.Collect(slices.Chunk(b[:min(len(b), 8*100)&^7], 8))
		for i, e := range events {
			m.tell(e, int64(i))
		}
		for i, e := range slices.Backward(events) {
			back.tell(e, int64(i))
		}
		names := map[string]bool{}
		for _, mod := range m.Modules() {
			if names[mod.Name] {
				t.Fatalf("two modules are called %s", mod.Name)
			}
			names[mod.Name] = true
		}
		if a, b := listed(m.Modules()), listed(back.Modules()); a != b {
			t.Fatalf("forwards\n%s\nbackwards\n%s", a, b)
		}
		for i, e := range events {
			module, _, ok := m.Frame(pick(someProcesses, e[2]), pick(someBases, e[3]), int64(i))
			if ok && !names[module] && !strings.HasPrefix(module, "image@") {
				t.Fatalf("no module is called %q", module)
			}
		}
	})
}
