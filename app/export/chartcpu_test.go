package export_test

import (
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// busyTwo is 100 ms of two CPUs: process a runs 60 ms on CPU 0, b 20 ms and then c 10 ms on CPU 1, where interrupts take
// 2 ms of b's time.
const busyTwo = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 a target
process 20 b
process 30 c
thread 11 pid=10
thread 21 pid=20
thread 31 pid=30
0ms cpu0 switch idle 11 wait
60ms cpu0 switch 11 idle wait linux=S
0ms cpu1 switch idle 21 wait
5ms cpu1 irq 7ms isr
20ms cpu1 switch 21 31 wait linux=S
30ms cpu1 switch 31 idle wait linux=S
`

// TestCPUChart: the legends say the share of each process and CPU, the largest first, and each line is as high as the use
// in its time.
func TestCPUChart(t *testing.T) {
	c := export.Chart{
		Name: "cpu", Title: "two", Trace: modeltest.Parse(t, "two.tltxt", busyTwo), Palette: paint.NewPalette(false, false), Scale: 1, Width: 896, Height: 600,
	}
	text := chartText(t, c)
	last := -1
	for _, want := range []string{
		"CPU use by process", "a (pid 10)", "30.0%", "b (pid 20)", "9.0%", "c (pid 30)", "5.0%",
		"CPU use by CPU", "CPU 0", "60.0%", "CPU 1", "30.0%", "Interrupts", "Interrupt", "1.0%", "Soft interrupt",
	} {
		at := strings.Index(text[last+1:], want)
		if at < 0 {
			t.Fatalf("no %q after byte %d of\n%s", want, last, text)
		}
		last += 1 + at
	}
	c.Scope.Percent = measure.PercentCores
	if text := chartText(t, c); !strings.Contains(text, "0.60 cores") || !strings.Contains(text, "0.30 cores") {
		t.Errorf("in cores it says\n%s", text)
	}
}

// TestCPUChartOfMany: only the processes with most CPU time have a line; the others are one entry.
func TestCPUChartOfMany(t *testing.T) {
	src := "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\n"
	names := []string{"11", "12", "13", "14", "15", "16", "17", "18", "19", "20"}
	for _, id := range names {
		src += "process " + id + " p" + id + "\nthread 1" + id + " pid=" + id + "\n"
	}
	before := "idle"
	at := []string{"0", "10", "20", "30", "40", "50", "60", "70", "80", "90"}
	for i, id := range names {
		how := " wait linux=S"
		if before == "idle" {
			how = " wait"
		}
		src += at[i] + "ms cpu0 switch " + before + " 1" + id + how + "\n"
		before = "1" + id
	}
	c := export.Chart{
		Name: "cpu", Trace: modeltest.Parse(t, "many.tltxt", src), Palette: paint.NewPalette(false, false), Scale: 1, Width: 896,
	}
	text := chartText(t, c)
	if !strings.Contains(text, "p18 (pid 18)") || strings.Contains(text, "p19") || !strings.Contains(text, "2 more") || !strings.Contains(text, "20.0%") {
		t.Errorf("it says\n%s", text)
	}
}
