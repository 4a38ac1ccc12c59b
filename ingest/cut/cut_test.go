package cut_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"threadlens/ingest/cut"
	"threadlens/ingest/text"
	"threadlens/model"
)

// cutText cuts a trace in the text format, and returns the lines of events of the result.
func cutText(t *testing.T, source string, from, to model.Time) (lines []string) {
	t.Helper()
	r, err := text.Parse("source", []byte("threadlens-trace 1\ncpus 2\n"+source))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	window := model.Range{From: from, To: to}
	info := *r.Info()
	info.Cut, info.End = window, to
	w := text.NewWriter(&out, &info, r.Tables())
	c := cut.New(window, w.Events)
	if err := r.Events(context.Background(), c.Events); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "us cpu") || strings.Contains(line, "us all") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// TestRules: which events a window from 100 to 200 us needs. Lines that begin with + are kept.
func TestRules(t *testing.T) {
	for name, source := range map[string]string{
		"edges": `
- 99us cpu0 sample 1
+ 99.999us cpu0 sample 1
+ 100us cpu0 sample 1
+ 199.999us cpu0 sample 1
- 200us cpu0 sample 1
`,
		"the last switches": `
- 5us cpu0 switch 9 1 preempt
- 6us cpu0 switch 1 3 wait
+ 10us cpu0 switch 9 2 wait
+ 20us cpu1 switch 3 4 preempt
+ 30us cpu0 switch 2 1 wait
+ 35us cpu0 switch 1 5 wait
+ 40us cpu0 switch 5 6 yield
+ 50us cpu1 switch 4 3 preempt
+ 110us cpu1 wake 1 by=3
+ 220us cpu1 switch 3 4 preempt
- 230us cpu1 switch 4 3 preempt
+ 240us cpu0 switch 6 2 wait
`,
		"wakes": `
- 10us cpu0 wake 2 by=1
+ 20us cpu0 switch 1 2 wait
+ 30us cpu0 switch 2 1 wait
+ 40us cpu0 wake 2 ctx=thread by=1
+ 41us cpu0 wake 2 kind=wakeup ctx=thread by=1
+ 210us cpu0 wake 3 ctx=thread by=1
+ 220us cpu0 switch 1 3 wait
- 230us cpu0 wake 3 by=1
`,
		"a wake in an interrupt": `
- 5us cpu1 irq-enter isr routine=eth0
- 6us cpu1 irq-exit isr routine=eth0
+ 10us cpu1 irq-enter isr routine=eth0
+ 11us cpu1 wake 7 by=idle
+ 12us cpu1 irq-exit isr routine=eth0
- 20us cpu1 irq 21us isr
+ 98us cpu1 irq 101us isr
+ 99us cpu0 irq-enter dpc
+ 150us cpu0 irq-exit dpc
`,
		"identity": `
+ 1us cpu0 process 10 app
+ 2us cpu0 exists 1 pid=10
+ 3us cpu0 name 1 main
+ 4us cpu0 start 2 pid=10
+ 5us cpu0 exit 2
+ 6us cpu0 switch 2 1 dead
+ 7us cpu0 descriptor 10 3 pipe
+ 8us cpu1 offline
+ 205us cpu0 name 1 renamed
- 210us cpu0 start 3 pid=10
- 211us cpu0 name 3 new
- 212us cpu0 exit 1
`,
		"calls": `
- 10us cpu0 call 1 enter read
- 11us cpu0 call 1 exit read
- 12us cpu0 call 1 enter write
+ 13us cpu0 call 1 exit write
+ 14us cpu0 call 1 enter futex arg=0x10
+ 15us cpu0 call 2 enter poll
+ 16us cpu0 call 2 enter inner
+ 17us cpu0 call 2 exit inner
+ 210us cpu0 call 1 exit futex
- 220us cpu0 call 1 enter read
- 230us cpu0 call 1 exit read
`,
		"calls after the window": `
+ 20us cpu0 switch 1 2 wait
+ 210us cpu0 wake 3 ctx=thread by=2
+ 211us cpu0 switch 2 3 wait
- 212us cpu0 call 3 enter futex arg=0x10
- 213us cpu0 call 3 exit futex
+ 220us cpu0 wake 1 ctx=thread by=3
+ 221us cpu0 switch 3 1 wait
+ 222us cpu0 call 1 exit futex
- 230us cpu1 call 9 enter read
+ 231us cpu1 call 9 exit read
- 232us cpu1 call 9 exit read
`,
		"transfers, faults and counters": `
- 10us cpu0 issue 1 read dev=sda bytes=512
- 12us cpu0 io 1 10us read dev=sda bytes=512
+ 20us cpu0 issue 1 read dev=sdb bytes=512
- 30us cpu0 fault 1 29us soft
+ 40us cpu0 fault 1 39us hard
- 50us cpu0 count cycles 1
+ 60us cpu0 count cycles 2
+ 61us cpu0 count misses 5
`,
		"frequencies and idle states": `
- 5us cpu0 frequency 0 900
+ 10us cpu0 frequency 0 3000
- 20us cpu1 frequency 0 800
+ 30us cpu1 frequency 0 1000
- 40us cpu0 idle-state 0 1
+ 50us cpu0 idle-state 0 -
+ 60us cpu0 frequency 1 700
- 210us cpu0 frequency 0 2000
- 211us cpu0 idle-state 0 1
+ 212us cpu0 idle-state 1 0
- 213us cpu0 idle-state 1 1
- 215us cpu0 frequency 1 701
+ 220us cpu0 frequency 1 900
- 230us cpu0 frequency 1 899
`,
		"spans": `
- 10us cpu0 mark 1 begin done id=1
- 20us cpu0 mark 1 end done id=1
+ 30us cpu0 mark 1 begin open id=2
- 40us cpu0 mark 1 flag point
`,
		"lost events": `
+ 10us cpu0 loss 20us n=5
+ 30us cpu0 switch 1 2 wait
- 40us cpu0 switch 2 3 preempt
+ 50us cpu0 switch 3 2 preempt
+ 60us cpu0 switch 2 3 preempt
+ 210us cpu0 loss 220us n=5
`,
		"a thread with the id of one that ended, its start missing": `
+ 10us cpu0 switch 9 1 preempt
+ 20us cpu0 switch 1 2 dead
+ 30us cpu0 switch 2 1 preempt
+ 40us cpu0 switch 1 2 dead
+ 50us cpu0 switch 2 1 preempt
+ 60us cpu0 switch 1 2 wait
+ 70us cpu0 switch 2 1 preempt
`,
		"what names an occupant later": `
+ 10us cpu1 switch idle 5 preempt
+ 210us cpu0 wake 5 ctx=thread by=1
- 220us cpu0 wake 5 ctx=thread by=1
+ 225us cpu0 call 1 exit read
+ 230us cpu0 switch 1 2 wait
- 240us cpu0 wake 5 ctx=thread by=2
`,
		"what names an occupant that has no switch": `
+ 10us cpu1 switch idle 5 preempt
+ 210us cpu0 wake 5 ctx=thread by=1
- 220us cpu0 wake 5 ctx=thread by=1
- 230us cpu1 wake 5 ctx=dpc by=5
`,
		"accounts": `
- 10us cpu0 ran 1 5000
+ 20us cpu0 switch 2 1 preempt
+ 90us cpu0 ran 1 5000
+ 205us cpu0 ran 1 5000
- 209us cpu0 ran 1 5000
`,
	} {
		t.Run(name, func(t *testing.T) {
			var all, want []string
			for line := range strings.Lines(strings.TrimSpace(source)) {
				keep, line, _ := strings.Cut(strings.TrimSpace(line), " ")
				all = append(all, line)
				if keep == "+" {
					want = append(want, line)
				}
			}
			got := cutText(t, strings.Join(all, "\n"), 100_000, 200_000)
			if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
				t.Errorf("kept:\n%s\nwant:\n%s", a, b)
			}
		})
	}
}
