package timeline

import (
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestS57ColourByIPC: each slice has the colour of its own instructions per cycle,
// even two of one thread; if counters were not read, or went backwards, no value is
// made up.
func TestS57ColourByIPC(t *testing.T) {
	tr := modeltest.Parse(t, "counted", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 9 "app" target
thread 1 pid=9
10us cpu0 switch idle 1 preempt
10us cpu0 count cycles:u 1000
10us cpu0 count instructions:u 500
20us cpu0 switch 1 idle wait
20us cpu0 count cycles:u 2000
20us cpu0 count instructions:u 600
30us cpu0 switch idle 1 preempt
30us cpu0 count cycles:u 3000
30us cpu0 count instructions:u 700
40us cpu0 switch 1 idle wait
40us cpu0 count cycles:u 4000
40us cpu0 count instructions:u 3700
50us cpu0 switch idle 1 preempt
60us cpu0 switch 1 idle wait
60us cpu0 count cycles:u 10
70us cpu0 switch idle 1 preempt
70us cpu0 count cycles:u 20
70us cpu0 count instructions:u 3800
80us cpu0 switch 1 idle wait
80us cpu0 count cycles:u 5
80us cpu0 count instructions:u 3900
`)
	if !tr.HasIPC() {
		t.Fatal("no counters")
	}
	c := NewCoreColours(tr, ColourIPC, tr.Targets(), Hues{})
	for _, want := range []struct {
		at   model.Time
		slot paint.Slot
	}{
		{15_000, lanes.CoreHues},     // 0.1
		{35_000, lanes.CoreHues + 4}, // 3
		{55_000, lanes.CoreOther},    // no reading at its start
		{75_000, lanes.CoreOther},    // cycles went backwards
		{25_000, lanes.CoreIdle},
	} {
		slice, _ := tr.SliceAt(0, want.at)
		if got := c.sliceSlot(0, &slice); got != want.slot {
			t.Errorf("at %d: slot %d, want %d", want.at, got, want.slot)
		}
	}
	// 3100 instructions in 2000 cycles for all slices together.
	p := paint.NewPalette(false, false)
	for ix := range tr.Threads {
		if got, want := c.Fill(p, model.ThreadIx(ix)), ipcHue(p, 3); tr.Threads[ix].TID == 1 && got != want {
			t.Errorf("the thread is %v, want %v", got, want)
		}
	}
	times := c.Times(tr, tr.Whole())
	for i, e := range c.Legend() {
		if want := map[string]model.Time{"IPC below 0.25": 10_000, "IPC 2 and more": 10_000, "IPC not recorded": 20_000}[e.Title]; want > 0 && times[i] != want {
			t.Errorf("%s: %d ns, want %d", e.Title, times[i], want)
		}
	}
}

// TestBandsOfIPC: a limit belongs to the band above it, and each band has its own
// colour in every palette.
func TestBandsOfIPC(t *testing.T) {
	for ipc, want := range map[float64]paint.Slot{0.01: 0, 0.25: 1, 0.499: 1, 0.5: 2, 1: 3, 2: 4, 9: 4} {
		if got := ipcSlot(ipc); got != lanes.CoreHues+want {
			t.Errorf("%v is in band %d, want %d", ipc, got, want)
		}
	}
	for _, dark := range []bool{false, true} {
		p, last := paint.NewPalette(dark, true), 0.0
		for i := range ipcBands {
			l := luminance(ipcHue(p, i))
			if i > 0 && (l > last) != dark {
				t.Errorf("dark %v: band %d does not follow the scale", dark, i)
			}
			last = l
		}
	}
}
