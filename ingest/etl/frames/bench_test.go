package frames

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// populate fills a Map like the largest recorded trace: 23,000 images of 200 processes and 44,000
// methods of four. It returns addresses that are in use.
func populate(m *Map) []question {
	const processes, images, methods = 200, 115, 11000
	var qs []question
	for p := range uint32(processes) {
		pid := 4 * (p + 2)
		for i := range uint64(images) {
			base := 0x7FF800000000 + i<<24
			m.addImage(1000, Rundown, pid, base, 0x100000, fmt.Sprintf(`\Device\HarddiskVolume3\Windows\System32\module%d.dll`, i))
			qs = append(qs, question{pid: pid, addr: base + uint64(p)*0x331 + i*0x77})
		}
		if p >= 4 {
			continue
		}
		m.Module(1000, pid, Rundown, 0x77, wide(`C:\app\app.dll`))
		for i := range uint64(methods) {
			start := 0x7FF900000000 + i*0x140
			m.method(1000, Rundown, pid, start, 0x120, fmt.Sprintf("Company.Product.Area%d.Class%d`1[System.__Canon]", i%40, i%700), fmt.Sprintf("Method%d", i))
			qs = append(qs, question{pid: pid, addr: start + i%0x100})
		}
	}
	for i := range uint64(190) {
		base := 0xFFFFF80000000000 + i<<24
		m.addImage(1000, Rundown, 0, base, 0x100000, fmt.Sprintf(`\SystemRoot\System32\drivers\driver%d.sys`, i))
		qs = append(qs, question{pid: uint32(i), addr: base + i*0x99})
	}
	return qs
}

// BenchmarkFrame looks up random addresses among all, so that few answers are cached, and then
// among few.
func BenchmarkFrame(b *testing.B) {
	var m Map
	qs := populate(&m)
	r := rand.New(rand.NewPCG(1, 1))
	r.Shuffle(len(qs), func(i, k int) { qs[i], qs[k] = qs[k], qs[i] })
	m.Frame(0, 0, 0)
	for _, n := range []int{len(qs), 1000} {
		b.Run(fmt.Sprintf("addresses=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				q := &qs[i]
				if _, _, ok := m.Frame(q.pid, q.addr, int64(i)); !ok {
					b.Fatalf("%+v: nothing found", *q)
				}
				if i++; i == n {
					i = 0
				}
			}
		})
	}
}

// BenchmarkBuild fills and closes a Map, and reports how much memory it holds then.
func BenchmarkBuild(b *testing.B) {
	var before, after runtime.MemStats
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		m := new(Map)
		populate(m)
		m.Frame(0, 0, 0)
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc), "held-bytes")
		runtime.KeepAlive(m)
		b.StartTimer()
	}
}

func TestFrameAllocatesNothing(t *testing.T) {
	var m Map
	qs := populate(&m)
	ask := func() {
		for i, q := range qs {
			m.Frame(q.pid, q.addr, int64(i))
		}
	}
	ask()
	if n := testing.AllocsPerRun(3, ask); n != 0 {
		t.Errorf("%v allocations for answers that were given before", n)
	}
}
