package ftracetext

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// TestFrames reads every form of a frame.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		text, want string
		kernel     bool
	}{
		{"schedule", "kernel!schedule 0x0", true},
		{"schedule+0x1/0x2", "kernel!schedule 0x0", true},
		{"func+0x1/0x2 [ext4]", "ext4!func 0x0", true},
		{"schedule (ffffffff821f94c3)", "kernel!schedule 0x0", true},
		{"ffffffff821f94c3", "kernel! 0xffffffff821f94c3", true},
		{"0000000000401234", "! 0x401234", false},
		{"<00007f3b1c001234>", "! 0x7f3b1c001234", false},
		{"/lib/libc.so[+0x1234]", "/lib/libc.so!+0x1234 0x0", false},
		{"/a b/libc.so[+0x1234] <00007f3b1c001234>", "/a b/libc.so!+0x1234 0x0", false},
		{"deadbee", "!deadbee 0x0", false},
		{"a beefbeef", "!a beefbeef 0x0", false},
	} {
		out := &stage.Output{Names: stage.NewNames(&model.Strings{})}
		f := newStackTable(out, 0).read([]byte(c.text), c.kernel)
		if got := fmt.Sprintf("%s!%s %#x", out.Names.Get(f.Module), out.Names.Get(f.Name), f.Addr); got != c.want || f.Kernel != c.kernel {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestStackLimits: stacks beyond the limits are left out or shortened.
func TestStackLimits(t *testing.T) {
	out := &stage.Output{Names: stage.NewNames(&model.Strings{})}
	table := newStackTable(out, 0)
	id := table.id([]byte(numbered(maxFrames+5, " => f%d\n")), nil)
	if n := table.tree.Len(); n != maxFrames || table.id([]byte(numbered(maxFrames+5, " => f%d\n")), nil) != id {
		t.Errorf("%d frames", n)
	}
	for i := 0; table.full == 0 && i < 1<<17; i++ {
		table.id(fmt.Appendf(nil, " => g%d\n", i), nil)
	}
	if table.full != 1 || table.tree.Len() != table.limit {
		t.Errorf("%d nodes, limit %d", table.tree.Len(), table.limit)
	}
}

// TestOwner gives a stack to the event before it of the same CPU and thread, and to no other.
func TestOwner(t *testing.T) {
	const (
		a     = "a-7 [000] d..2. 1.000001: sched_waking: comm=b pid=8 prio=120 target_cpu=001\n"
		other = "a-7 [000] d..2. 1.000002: unused: x\n"
		cpu1  = "c-9 [001] d..2. 1.000002: sched_waking: comm=a pid=7 prio=120 target_cpu=001\n"
		stack = "a-7 [000] d..2. 1.000003: <stack trace>\n => f\n"
		wrong = "b-8 [000] d..2. 1.000003: <stack trace>\n => f\n"
	)
	for _, c := range []struct {
		text string
		want int
	}{
		{a + stack, 1},
		{a + cpu1 + stack, 1},
		{a + other + stack, 0},
		{a + wrong, 0},
		{stack + a, 0},
	} {
		r := open(t, []byte(c.text))
		n := 0
		for _, e := range collect(t, r) {
			if e.Stack != model.NoStack {
				n++
				if e.Other != 7 {
					t.Errorf("%q: the stack is that of thread %d", c.text, e.Other)
				}
			}
		}
		if n != c.want || len(r.Info().Diagnostics) != 1 {
			t.Errorf("%q: %d stacks, diagnostics %v", c.text, n, r.Info().Diagnostics)
		}
	}
}

// TestUnusedStack: a trace has no frames that belong to no event.
func TestUnusedStack(t *testing.T) {
	const second = "a-7 [000] d..2. 1.000004: sched_waking: comm=c pid=9 prio=120 target_cpu=001\na-7 [000] d..2. 1.000005: <stack trace>\n => g\n"
	for woken, want := range map[string]int{"0": 1, "8": 2} {
		r := open(t, []byte("a-7 [000] d..2. 1.000001: sched_waking: comm=b pid="+woken+" prio=120 target_cpu=001\na-7 [000] d..2. 1.000003: <stack trace>\n => f\n"+second))
		collect(t, r)
		if n := r.Tables().Stacks.Len(); n != want {
			t.Errorf("woken %s: %d stacks, want %d", woken, n, want)
		}
	}
}

// TestAtrace reads the text behind TRACE:, also compressed, and what a stream that ends early has.
func TestAtrace(t *testing.T) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	text := "# tracer: nop\n" + strings.Repeat(eventLine, 1000)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	const before = "capturing trace... done\nTRACE:\n"
	for _, c := range []struct {
		data string
		want int64
	}{
		{before + text, 1000},
		{strings.ReplaceAll(before+text, "\n", "\r\n"), 1000},
		{before + packed.String(), 1000},
		{before + packed.String()[:packed.Len()-4], 1000},
	} {
		if !Sniff([]byte(c.data)[:headSize/64]) {
			t.Errorf("%q is not recognised", c.data[:40])
		}
		if n := open(t, []byte(c.data)).Info().SourceEvents[0].Count; n != c.want {
			t.Errorf("%q: %d events", c.data[:40], n)
		}
	}
	var bomb bytes.Buffer
	z = zlib.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, minUnpacked+1))
	_ = z.Close()
	data := before + bomb.String()
	_, err := Open(context.Background(), strings.NewReader(data), int64(len(data)), "test", nil)
	if err == nil || !strings.Contains(err.Error(), "unpacks to more than") {
		t.Errorf("error %v", err)
	}
}

// TestPages reads several sections of a page, and the form of 2012.
func TestPages(t *testing.T) {
	const open1, end = `<script class="trace-data" type="application/text">`, "</script>\n"
	page := "<!DOCTYPE html>\n<html>" + open1 + "\n" + eventLine + end + open1 + `{"a": 1}` + end +
		open1 + "CGROUP DUMP\n" + end + open1 + "other data\n" + end + open1 + eventLine + "</html>"
	if n := open(t, []byte(page)).Info().SourceEvents[0].Count; n != 2 {
		t.Errorf("%d events", n)
	}
	old := "<html>\n<script>\nvar linuxPerfData = \"\\n\\\n# tracer: nop\\n\\\n" + strings.ReplaceAll(eventLine, "\n", "\\n\\\n") + "\";</script></html>"
	r := open(t, []byte(old))
	if n := r.Info().SourceEvents[0].Count; n != 1 || r.Info().Diagnostics[0].Code != "rounded-times" {
		t.Errorf("%d events, %v", n, r.Info().Diagnostics)
	}
}
