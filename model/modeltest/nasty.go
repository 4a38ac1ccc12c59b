package modeltest

import (
	"fmt"
	"strconv"
	"strings"

	"threadlens/model"
)

// nasty is part of the names in Nasty: it moves a terminal's cursor and colours it,
// reverses the order of text, breaks lines and cells, and is not valid text.
const nasty = "\x1b[31m\x1b]0;x\a\u202e\u2066\n\r\t\x00\u009b1m\u200b\xff|\"'<b>&;=,"

// Nasty is a trace in which every name is longer than allowed, and breaks output that does
// not take care: terminals, tables, pictures.
func Nasty() string {
	name := func(kind string) string {
		return strconv.Quote("=" + kind + nasty + strings.Repeat("N", model.MaxName+1000))
	}
	return fmt.Sprintf(`threadlens-trace 1
cpus 2
place 0 socket=0 class=%[1]s
span 0s 1s
os linux version=%[2]s machine=%[3]s processor=%[4]s
wall 2026-11-21T16:00:00Z
clock %[5]s
command %[6]s
process 10 %[7]s target
process 20 %[8]s
thread 11 pid=10 name=%[9]s
thread 12 pid=10 name=%[9]s
thread 21 pid=20 name=%[9]s
recorded %[10]s
module %[11]s path=%[12]s symbols=%[12]s missing=%[13]s pdb=%[12]s buildid=%[13]s imageid=%[13]s
records %[14]s 4 provider=%[15]s
diagnostic warning %[16]s %[17]s
stack 1 %[18]s at=0x10 in=%[11]s %[19]s 0x20 in=%[11]s
0ms cpu0 switch idle 11 wait
1ms cpu0 mark 11 begin %[20]s id=1
2ms cpu0 call 11 enter futex arg=0x100 arg2=0x80 stack=1
2ms cpu0 switch 11 21 wait linux=S stack=1
100ms cpu0 blocked 11 fn=%[21]s
110ms cpu0 sample 21 stack=1
120ms cpu0 irq 121ms isr routine=%[22]s
200ms cpu0 switch 21 12 wait linux=D
210ms cpu0 count %[23]s 5
250ms cpu0 call 12 enter %[10]s arg=1 stack=1
260ms cpu0 call 12 exit %[10]s ret=1
300ms cpu0 fault 12 290ms hard file=%[24]s
310ms cpu0 wake 11 stack=1
320ms cpu0 io 12 300ms read dev=%[25]s bytes=4096 file=%[24]s
400ms cpu0 switch 12 11 wait linux=S stack=1
410ms cpu0 call 11 exit futex ret=0
500ms cpu0 mark 11 end %[20]s id=1
600ms cpu0 start 31 by=11 name=%[9]s stack=1
700ms cpu0 exit 11
700ms cpu0 switch 11 idle dead
`, anySlice(name, "class", "version", "machine", "processor", "clock", "command", "process", "other", "thread", "call", "module",
		"/path", "missing", "records", "provider", "code", "diagnostic", "frame", "caller", "marker", "blocker", "routine", "counter",
		"file", "device")...)
}

func anySlice(name func(string) string, kinds ...string) (list []any) {
	for _, k := range kinds {
		list = append(list, name(k))
	}
	return list
}
