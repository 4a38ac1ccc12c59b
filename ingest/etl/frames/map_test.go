package frames

import (
	"math"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
)

const (
	minTime = math.MinInt64
	maxTime = math.MaxInt64
)

// event is an event of the image at 0x10000 in process 7.
type event struct {
	time   int64
	change Change
	name   string
	size   uint64
}

// at is the image expected at a time.
type at struct {
	time int64
	want string
}

var imageLives = []struct {
	name   string
	events []event
	want   []at
}{
	{
		"load and unload",
		[]event{{10, Load, "a", 0x1000}, {20, Unload, "a", 0x1000}},
		[]at{{minTime, ""}, {9, ""}, {10, "a"}, {19, "a"}, {20, ""}, {maxTime, ""}},
	},
	{"load alone", []event{{10, Load, "a", 0x1000}}, []at{{9, ""}, {10, "a"}, {maxTime, "a"}}},
	{"unload alone", []event{{10, Unload, "a", 0x1000}}, []at{{minTime, "a"}, {9, "a"}, {10, ""}}},
	{
		"rundown at the begin",
		[]event{{5, Rundown, "a", 0x1000}, {9, Unload, "a", 0x1000}},
		[]at{{minTime, "a"}, {8, "a"}, {9, ""}},
	},
	{"rundown at the end", []event{{99, Rundown, "a", 0x1000}}, []at{{minTime, "a"}, {maxTime, "a"}}},
	{
		"load, rundown at the end",
		[]event{{10, Load, "a", 0x1000}, {99, Rundown, "a", 0x1000}},
		[]at{{9, ""}, {10, "a"}, {maxTime, "a"}},
	},
	{
		"rundown after an unload",
		[]event{{10, Unload, "a", 0x1000}, {99, Rundown, "b", 0x1000}},
		[]at{{9, "a"}, {10, "b"}, {maxTime, "b"}},
	},
	{
		"loaded twice",
		[]event{{10, Load, "a", 0x1000}, {20, Unload, "a", 0x1000}, {30, Load, "b", 0x2000}},
		[]at{{15, "a"}, {25, ""}, {30, "b"}},
	},
	{
		"unload lost",
		[]event{{10, Load, "a", 0x1000}, {30, Load, "b", 0x1000}},
		[]at{{29, "a"}, {30, "b"}},
	},
	{
		"unload lost, rundown",
		[]event{{10, Load, "a", 0x1000}, {30, Rundown, "b", 0x1000}},
		[]at{{29, "a"}, {30, "b"}},
	},
	{
		"told twice",
		[]event{{10, Load, "a", 0x1000}, {11, Load, "a", 0x1000}, {20, Unload, "a", 0x1000}},
		[]at{{10, "a"}, {19, "a"}, {20, ""}},
	},
	{
		"same file by two paths",
		[]event{{10, Load, `\SystemRoot\System32\a`, 0x1000}, {20, Rundown, `\Windows\System32\A`, 0x1000}},
		[]at{{10, "a"}, {30, "a"}},
	},
	{"unload without size", []event{{10, Load, "a", 0x1000}, {20, Unload, "", 0}}, []at{{19, "a"}, {20, ""}}},
	{
		"unload alone without size",
		[]event{{20, Unload, "a", 0}, {30, Rundown, "b", 0x1000}},
		[]at{{19, ""}, {20, "b"}},
	},
	{"name comes later", []event{{10, Load, "", 0x1000}, {20, Rundown, "a", 0x1000}}, []at{{10, "a"}, {30, "a"}}},
	{"no name", []event{{10, Load, "", 0x1000}}, []at{{10, "image@10000"}}},
	{
		"any order",
		[]event{{20, Unload, "a", 0x1000}, {99, Rundown, "b", 0x1000}, {10, Load, "a", 0x1000}},
		[]at{{9, ""}, {10, "a"}, {20, "b"}},
	},
	{"no time between", []event{{10, Load, "a", 0x1000}, {10, Unload, "a", 0x1000}}, []at{{9, ""}, {10, ""}}},
	{
		"ends of time",
		[]event{{minTime, Load, "a", 0x1000}, {maxTime, Unload, "a", 0x1000}},
		[]at{{minTime, "a"}, {0, "a"}, {maxTime - 2, "a"}, {maxTime, ""}},
	},
	{"load at the end of time", []event{{maxTime, Load, "a", 0x1000}}, []at{{maxTime - 2, ""}, {maxTime, "a"}}},
	{
		"before the trace",
		[]event{{-20, Load, "a", 0x1000}, {-10, Unload, "a", 0x1000}},
		[]at{{-21, ""}, {-20, "a"}, {-10, ""}},
	},
}

// TestImageLives feeds the events of one address and looks up times.
func TestImageLives(t *testing.T) {
	for _, c := range imageLives {
		t.Run(c.name, func(t *testing.T) {
			var m Map
			for _, e := range c.events {
				m.addImage(e.time, e.change, 7, 0x10000, e.size, e.name)
			}
			var qs []question
			for _, w := range c.want {
				q := question{7, 0x10123, w.time, w.want}
				if q.want != "" {
					q.want += "!+0x123"
				}
				qs = append(qs, q, question{8, 0x10123, w.time, ""})
			}
			m.check(t, qs)
		})
	}
}

func TestEdgesOfImages(t *testing.T) {
	var m Map
	m.addImage(0, Rundown, 7, 0x10000, 0x2000, `\Device\HarddiskVolume2\Windows\System32\ntdll.dll`)
	m.addImage(0, Rundown, 7, 0x12000, 0x1000, `C:/x/b.exe`)
	m.check(t, []question{
		{7, 0xFFFF, 0, ""},
		{7, 0x10000, 0, "ntdll.dll!+0x0"},
		{7, 0x11FFF, 0, "ntdll.dll!+0x1fff"},
		{7, 0x12000, 0, "b.exe!+0x0"},
		{7, 0x13000, 0, ""},
		{7, 0, 0, ""},
		{7, math.MaxUint64, 0, ""},
	})
}

func TestOverlaps(t *testing.T) {
	var m Map
	m.addImage(10, Load, 7, 0x10000, 0x5000, "a") // its unload is lost
	m.addImage(50, Load, 7, 0x12000, 0x1000, "b")
	m.addImage(60, Unload, 7, 0x12000, 0x1000, "b")
	m.addImage(100, Rundown, 7, 0x14000, 0x4000, "c")
	m.addImage(200, Rundown, 7, 0x16000, 0x4000, "d")
	m.check(t, []question{
		{7, 0x12800, 5, ""},
		{7, 0x12800, 49, "a!+0x2800"},
		{7, 0x12800, 50, "b!+0x800"},
		{7, 0x12800, 60, "a!+0x2800"},
		{7, 0x11000, 55, "a!+0x1000"},
		{7, 0x14800, 9, "c!+0x800"}, // nothing else is known about that time
		{7, 0x14800, 99, "a!+0x4800"},
		{7, 0x14800, 100, "c!+0x800"},
		{7, 0x15800, 99, "c!+0x1800"},
		{7, 0x16800, 99, "c!+0x2800"}, // reported next
		{7, 0x16800, 199, "c!+0x2800"},
		{7, 0x16800, 200, "d!+0x800"},
		{7, 0x18800, 0, "d!+0x2800"},
	})
}

func TestKernelIsEverywhere(t *testing.T) {
	const nt, win32k, driver = 0xFFFFF80002600000, 0xFFFFF96000000000, 0xFFFFF88001000000
	var m Map
	m.addImage(0, Rundown, 0, nt, 0x600000, `\SystemRoot\system32\ntoskrnl.exe`)
	m.addImage(0, Rundown, 4, win32k, 0x300000, `\SystemRoot\System32\win32k.sys`)
	m.addImage(50, Load, 99, driver, 0x1000, `\??\C:\x\driver.sys`)
	m.addImage(0, Rundown, 4, 0x77710000, 0x1000, `\SystemRoot\SysWOW64\ntdll.dll`)
	m.check(t, []question{
		{0, nt + 5, 1, "ntoskrnl.exe!+0x5"},
		{4, nt + 5, 1, "ntoskrnl.exe!+0x5"},
		{1234, nt + 5, 1, "ntoskrnl.exe!+0x5"},
		{math.MaxUint32, win32k + 1, 1, "win32k.sys!+0x1"},
		{7, driver, 49, ""},
		{7, driver, 50, "driver.sys!+0x0"},
		{4, 0x77710000, 1, "ntdll.dll!+0x0"},
		{7, 0x77710000, 1, ""},
		{0, 0x77710000, 1, ""},
	})
}

func TestHypercallPage(t *testing.T) {
	var m Map
	m.Hypercall(5, &payload.ImageBase{Base: 0xFFFFFFFFFFD03000})
	m.check(t, []question{{7, 0xFFFFFFFFFFD03003, 0, "hypercall!+0x3"}, {7, 0xFFFFFFFFFFD04000, 0, ""}})
}

func TestKernelOf32BitSystems(t *testing.T) {
	var m Map
	m.addImage(0, Rundown, 0, 0x82600000, 0x400000, `\SystemRoot\system32\ntkrnlpa.exe`)
	m.addImage(0, Rundown, 4, 0x90000000, 0x1000, `\SystemRoot\system32\late.sys`)
	m.addImage(0, Rundown, 7, 0xA0000000, 0x1000, `C:\large.exe`) // a process with 3 GB
	m.check(t, []question{
		{7, 0x82600001, 0, "ntkrnlpa.exe!+0x1"},
		{8, 0x90000000, 0, "late.sys!+0x0"},
		{7, 0xA0000010, 0, "large.exe!+0x10"},
		{8, 0xA0000010, 0, ""},
	})
}

func TestWOW64(t *testing.T) {
	var m Map
	m.addImage(0, Rundown, 7, 0x77850000, 0x1AA000, `\Windows\System32\ntdll.dll`)
	m.addImage(0, Rundown, 7, 0x77A30000, 0x180000, `\Windows\SysWOW64\ntdll.dll`)
	m.addImage(0, Rundown, 7, 0x75320000, 0x8000, `\Windows\System32\wow64cpu.dll`)
	m.addImage(0, Rundown, 7, 0xC0000000, 0x1000, `C:\large.dll`) // large address aware
	m.check(t, []question{
		{7, 0x77850010, 0, "ntdll.dll!+0x10"},
		{7, 0x77A30020, 0, `SysWOW64\ntdll.dll!+0x20`},
		{7, 0x75320030, 0, "wow64cpu.dll!+0x30"},
		{7, 0xC0000040, 0, "large.dll!+0x40"},
		{7, 0xFFFFFFFFC0000040, 0, ""},
	})
}

func TestMethods(t *testing.T) {
	var m Map
	m.Module(99, 7, Rundown, 0x77, wide(`C:\Windows\Microsoft.Net\assembly\System.dll`))
	m.method(20, Load, 7, 0x5000, 0x100, "System.Net.Sockets.Socket", "Receive")
	m.method(40, Unload, 7, 0x5000, 0x100, "System.Net.Sockets.Socket", "Receive")
	m.method(60, Load, 7, 0x5000, 0x80, "dynamicClass", "IL_STUB_PInvoke")
	m.method(99, Rundown, 7, 0x6000, 0x10, "System.Collections.Generic.Dictionary`2+Entry[System.__Canon,System.Int32[,]]", ".ctor")
	m.method(99, Rundown, 7, 0x6010, 0x10, "", "Main")
	m.Method(99, 7, Rundown, &payload.MethodVerbose{Method: payload.Method{Start: 0x6020, Size: 0x10, Module: 0x77, Token: 0x6000123}})
	m.method(99, Rundown, 8, 0x5000, 0x10, "Other", "M")
	m.addImage(0, Rundown, 9, 0x5000, 0x3000, "mscorlib.ni.dll")
	m.method(99, Rundown, 9, 0x5010, 0x10, "System.String", "Concat")
	m.check(t, []question{
		{7, 0x5000, 19, ""},
		{7, 0x5000, 20, "System.dll!System.Net.Sockets.Socket.Receive"},
		{7, 0x50FF, 39, "System.dll!System.Net.Sockets.Socket.Receive"},
		{7, 0x5100, 39, ""},
		{7, 0x5000, 40, ""},
		{7, 0x5000, 60, "System.dll!dynamicClass.IL_STUB_PInvoke"},
		{7, 0x6000, 0, "System.dll!System.Collections.Generic.Dictionary+Entry<System.__Canon,System.Int32[,]>..ctor"},
		{7, 0x6010, 0, "System.dll!Main"},
		{7, 0x6020, 0, "System.dll!method@06000123"},
		{8, 0x5000, 0, "!Other.M"}, // its module was not reported
		{9, 0x500F, 0, "mscorlib.ni.dll!+0xf"},
		{9, 0x5010, 0, "mscorlib.ni.dll!System.String.Concat"},
		{9, 0x5020, 0, "mscorlib.ni.dll!+0x20"},
	})
}

// TestMethodTakesItsName checks that a name applies to the events without one.
func TestMethodTakesItsName(t *testing.T) {
	var m Map
	m.Method(10, 7, Load, &payload.MethodVerbose{Method: payload.Method{Start: 0x5000, Size: 0x10, Token: 1}})
	m.method(20, Unload, 7, 0x5000, 0x10, "A", "B")
	m.check(t, []question{{7, 0x5000, 9, ""}, {7, 0x5000, 10, "!A.B"}, {7, 0x5000, 20, ""}})
}

func TestModulesByTime(t *testing.T) {
	var m Map
	m.Module(10, 7, Load, 0x77, wide("a.dll"))
	m.Module(50, 7, Unload, 0x77, nil)
	m.Module(60, 7, Load, 0x77, wide("b.dll"))
	m.Module(60, 8, Load, 0x77, nil)
	m.Module(60, 9, Load, 0x77, wide("(dynamic)"))
	m.method(20, Load, 7, 0x1000, 0x10, "A", "F")
	m.method(70, Load, 7, 0x2000, 0x10, "B", "F")
	m.method(55, Rundown, 7, 0x3000, 0x10, "C", "F") // between: the last one known
	m.method(70, Load, 8, 0x1000, 0x10, "A", "F")
	m.method(70, Load, 9, 0x1000, 0x10, "A", "F")
	m.check(t, []question{
		{7, 0x1000, 99, "a.dll!A.F"},
		{7, 0x2000, 99, "b.dll!B.F"},
		{7, 0x3000, 99, "b.dll!C.F"},
		{8, 0x1000, 99, "!A.F"},
		{9, 0x1000, 99, "(dynamic)!A.F"},
	})
}

func TestStartedForgetsTheFormerProcess(t *testing.T) {
	var m Map
	m.Started(100, 7)
	m.Started(200, 7)
	m.addImage(10, Load, 7, 0x1000, 0x10, "old")
	m.addImage(150, Rundown, 7, 0x1000, 0x10, "new")
	m.addImage(300, Unload, 7, 0x1000, 0x10, "last")
	m.addImage(200, Load, 7, 0x2000, 0x10, "at once")
	m.method(10, Load, 7, 0x3000, 0x10, "A", "F")
	m.check(t, []question{
		{7, 0x1000, 9, ""},
		{7, 0x1000, 99, "old!+0x0"},
		{7, 0x1000, 100, "new!+0x0"},
		{7, 0x1000, 199, "new!+0x0"},
		{7, 0x1000, 200, "last!+0x0"},
		{7, 0x1000, 300, ""},
		{7, 0x2000, 200, "at once!+0x0"},
		{7, 0x3000, 99, "!A.F"},
		{7, 0x3000, 100, ""},
	})
}

// TestSpellings checks that one file has one name, in whatever order its spellings come.
func TestSpellings(t *testing.T) {
	spellings := []string{"KERNEL32.DLL", "kernel32.dll", "Kernel32.dll"}
	for i := range spellings {
		var m Map
		for k := range spellings {
			m.addImage(0, Rundown, uint32(10+k), 0x1000, 0x10, spellings[(i+k)%3])
		}
		m.check(t, []question{
			{10, 0x1000, 0, "kernel32.dll!+0x0"}, {11, 0x1000, 0, "kernel32.dll!+0x0"}, {12, 0x1000, 0, "kernel32.dll!+0x0"},
		})
	}
}

func TestLeft(t *testing.T) {
	var m Map
	m.addImage(0, Load, 7, 0x1000, 0, "empty")
	m.addImage(0, Load, 7, 0x1000, 1<<32, "huge")
	m.addImage(0, Load, 7, math.MaxUint64-5, 6, "behind the end")
	m.addImage(0, Load, 7, math.MaxUint64-5, 5, "up to the end")
	m.method(0, Load, 7, math.MaxUint64, 1, "A", "F")
	m.Module(0, 7, Load, math.MaxUint64, wide("a.dll"))
	if got, want := m.Left(), (Left{Absurd: 5}); got != want {
		t.Errorf("left out %+v, want %+v", got, want)
	}
	m.check(t, []question{{7, 0x1000, 1, ""}, {7, math.MaxUint64 - 1, 1, "up to the end!+0x4"}, {7, math.MaxUint64, 1, ""}})
	m.addImage(0, Load, 7, 0x1000, 0x1000, "late")
	m.Started(1, 7)
	m.check(t, []question{{7, 0x1000, 1, ""}})
	if got, want := m.Left(), (Left{Absurd: 5, Late: 2}); got != want {
		t.Errorf("left out %+v, want %+v", got, want)
	}
}

// TestLimits pretends that there is no room left.
func TestLimits(t *testing.T) {
	m := Map{nstarts: maxRecords}
	m.Started(0, 7)
	m.images.kept = maxRecords
	m.addImage(0, Load, 7, 0x1000, 0x10, "a.dll")
	m.functions.size = maxText
	m.method(0, Load, 7, 0x1000, 0x10, "A", "F")
	m.files.size = maxText
	m.Module(0, 7, Load, 0x77, wide("a.dll"))
	if got, want := m.Left(), (Left{Full: 4}); got != want {
		t.Errorf("left out %+v, want %+v", got, want)
	}
}

// TestTangle checks that nested lives cannot take unbounded memory, and that all others still
// count.
func TestTangle(t *testing.T) {
	const n = 2000
	var m Map
	for i := range uint64(n) {
		m.addImage(int64(i), Load, 7, 0x1000000-i*0x1000, i*0x2000+0x1000, "x")
	}
	m.addImage(n, Load, 8, 0x1000, 0x1000, "y")
	m.check(t, []question{{7, 0x1000000, 0, "x!+0x0"}, {8, 0x1000, n, "y!+0x0"}})
	if left := m.Left(); left.Tangled == 0 || left.Tangled >= n {
		t.Errorf("%d of %d lives left out", left.Tangled, n)
	}
}

func TestLongNames(t *testing.T) {
	var m Map
	m.addImage(0, Load, 7, 0x1000, 0x10, strings.Repeat("ü", 20000))
	m.method(0, Load, 7, 0x2000, 0x10, strings.Repeat("x", 10000), "f")
	module, _, _ := m.Frame(7, 0x1000, 0)
	_, function, _ := m.Frame(7, 0x2000, 0)
	if len(module) != 4096 || len(function) != 4096 {
		t.Errorf("names of %d and %d bytes, want 4096", len(module), len(function))
	}
}
