package perfscript

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// shown is a head as a text.
func (h *head) shown() string {
	cpu := "-"
	if h.cpu != model.NoCPU {
		cpu = strconv.Itoa(int(h.cpu))
	}
	return fmt.Sprintf("%q %d/%d %s %d %d %q %q", h.comm, int32(h.pid), int32(h.tid), cpu, h.time, h.period, h.event, h.payload)
}

func TestLine(t *testing.T) {
	tests := []struct{ line, want string }{
		{"          worker  4711 [003]    12.000345:       sched:sched_waking: comm=x", `"worker" -1/4711 3 12000345000 0 "sched:sched_waking" "comm=x"`},
		{"worker 4711 [003] 12.000345678: sched:sched_waking: comm=x", `"worker" -1/4711 3 12000345678 0 "sched:sched_waking" "comm=x"`},
		{"          worker  4700/4711  [003]    12.000345: a:b: x", `"worker" 4700/4711 3 12000345000 0 "a:b" "x"`},
		{"worker 4700/4711    12.5:          1 cycles:uppp: ", `"worker" 4700/4711 - 12500000000 1 "cycles:uppp" ""`},
		{"worker\t4711 [003] 12.000345:\t\t1000000 task-clock:u:", `"worker" -1/4711 3 12000345000 1000000 "task-clock:u" ""`},
		{"worker  4711 d..2. [003] 12.000345: a:b:  two blanks", `"worker" -1/4711 3 12000345000 0 "a:b" " two blanks"`},
		{"             :-1    -1 [000]  1.000000: a:b: x", `":-1" -1/-1 0 1000000000 0 "a:b" "x"`},
		{"                    77 [000]  1.000000: a:b: x", `"" -1/77 0 1000000000 0 "a:b" "x"`},
		{"77 [000]  1.000000: a:b: x", `"" -1/77 0 1000000000 0 "a:b" "x"`},
		{"6\t0/0\t\t[000] 0.0:\t\t\t1 name: x", `"6" 0/0 0 0 1 "name" "x"`},
		{"w 5 [000] 1.0: cpu-clock/freq=997/: ", `"w" -1/5 0 1000000000 0 "cpu-clock/freq=997/" ""`},
		{"w 5 [000] 1.0: 12 cpu/event=0x3c, umask=0x0/u: ", `"w" -1/5 0 1000000000 12 "cpu/event=0x3c, umask=0x0/u" ""`},
		{"w 5 [000] 1.0: sched_switch: x", `"w" -1/5 0 1000000000 0 "sched_switch" "x"`},
		{"w 5 [000] 1.0: PERF_RECORD_LOST lost 3", `"w" -1/5 0 1000000000 0 "" "PERF_RECORD_LOST lost 3"`},
		{"w 5 [4294967295] 1.0: a: x", `"w" -1/5 - 1000000000 0 "a" "x"`},
		// Names that look like columns.
		{"  a-1 [000] 1.0:  5390 [000]  9.000001: a:b: x", `"a-1 [000] 1.0:" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"       120 ==> 0  5390 [000]  9.000001: a:b: x", `"120 ==> 0" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"       5 1.0: a:  5390 [000]  9.000001: a:b: x", `"5 1.0: a:" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"5 1.000001: a: 5390 [000] 9.000001: a:b: x", `"5 1.000001: a:" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"             -77  5390 [000]  9.000001: a:b: x", `"-77" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"         my work  5390 [000]  9.000001: a:b: x", `"my work" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"         tab\there  5390 [000]  9.000001: a:b: x", `"tab\there" -1/5390 0 9000001000 0 "a:b" "x"`},
		{"a name of more than 15 bytes 5390 [000] 9.000001: a:b: 7 1.0: c: x", `"a name of more than 15 bytes" -1/5390 0 9000001000 0 "a:b" "7 1.0: c: x"`},
		// A payload that looks like a line.
		{"               w  5390 [000]  9.000001: a:b: 7 [000] 1.000000: c: x", `"w" -1/5390 0 9000001000 0 "a:b" "7 [000] 1.000000: c: x"`},
	}
	for _, test := range tests {
		var h head
		if !h.parse([]byte(test.line)) {
			t.Errorf("not read: %q", test.line)
		} else if got := h.shown(); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

// TestNoLine: lines of other formats, and broken ones, are no records.
func TestNoLine(t *testing.T) {
	for _, line := range []string{
		"", " ", "w", "w 5", "w 5 [000]", "w 5 [000] 1.0", "w 5 [000] 1.0:", "w 5 [000] 1.0: a", "w 5 [000] 1.0: :", "w 5 [000] 1: a: x",
		"w 5 [000] 1.0000000001: a: x", "w 5 [0 1.0: a: x", "w 5 [000]1.0: a: x", "w x [000] 1.0: a: x", "w -2 [000] 1.0: a: x",
		"w 5/ [000] 1.0: a: x", "w 99999999999 [000] 1.0: a: x", "w 5 [000] 9999999999.0: a: x", "w 5 [000] 1.0:a: x",
		"w 5 [000] 1.0: a/b c", "w 5 [000] 1.0: a/b c/",
		"          <idle>-0     [001] d..2.  2768.372046: sched_switch: prev_comm=x",
		"          my x-5387    [001]  2768.372046: sched_switch: prev_comm=x",
		"    5-5387    ( 5387) [001] d..2.  2768.372046: sched_switch: prev_comm=x",
		"     0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581",
		"     0.689 sleep/28346 sched:sched_switch:sleep:28346 [120] S ==> swapper/5:0 [120]",
		"\tffffffff8139ba69 __traceiter_x+0x29 ([kernel.kallsyms])",
	} {
		var h head
		if h.parse([]byte(line)) {
			t.Errorf("read %q as %s", line, h.shown())
		}
	}
}

// lineForm is the grammar of a line as a regular expression, with the shortest name.
var lineForm = regexp.MustCompile(`^ *(.*?)[ \t]+(-?\d+)(?:/(-?\d+))?[ \t]+(?:[a-zA-Z.]{4,5} +)?(?:\[(\d+)\][ \t]+)?(\d+\.\d+):[ \t]+(?:(\d+)[ \t]+)?(\S+): ?(.*)$`)

// TestSharedLines compares the parser with the regular expression at every line of recorded texts.
func TestSharedLines(t *testing.T) {
	count := 0
	for _, file := range sharedTexts(t) {
		data := bytes.TrimPrefix(readertest.Linux(t, file...), []byte("\ufeff"))
		for line := range bytes.Lines(data) {
			line = bytes.TrimRight(line, "\r\n")
			if len(line) == 0 || line[0] == '\t' || line[0] == '#' || bytes.Contains(line, sideMark) {
				continue
			}
			m, h := lineForm.FindSubmatch(line), head{}
			if ok := h.parse(line); ok != (m != nil) {
				t.Errorf("%s: read %v: %q", file, ok, line)
				continue
			} else if !ok {
				continue
			}
			count++
			tid := m[2]
			if m[3] != nil {
				tid = m[3]
			}
			if n, _ := strconv.Atoi(string(tid)); int32(h.tid) != int32(n) || string(h.event) != string(m[7]) || string(h.payload) != string(m[8]) {
				t.Errorf("%s: %q: %s", file, line, h.shown())
			}
		}
	}
	if count < 20_000 {
		t.Errorf("only %d lines", count)
	}
}
