package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// labelled are threads with and without a name, started in modules and functions of the system.
const labelled = `threadlens-trace 1
cpus 1
span 0us 100us
os %s
process 7 "app.exe"
stack 5 "+0x10" in="Windows\\System32\\MSO.DLL"
stack 6 "BaseThreadInitThunk" in="kernel32.dll"
1us cpu0 start 20 pid=7 stack=5
2us cpu0 start 21 pid=7 stack=6
3us cpu0 start 22 pid=7
4us cpu0 start 23 pid=7 stack=5
10us cpu0 switch idle 20 preempt
20us cpu0 switch 20 21 wait sub=MessageWait
30us cpu0 switch 21 22 wait sub=ExecutiveResource
40us cpu0 switch 22 idle wait sub=MessageWait
50us cpu0 wake 20
51us cpu0 switch idle 20 preempt
60us cpu0 switch 20 idle wait
`

// TestThreadLabel: on Windows a thread without a name is known by the file of its start module, as
// the source reports it; functions of the system, and other systems, have none.
func TestThreadLabel(t *testing.T) {
	for os, want := range map[string]string{"windows": "MSO.DLL,,,named", "linux": ",,,named"} {
		text := strings.Replace(fmt.Sprintf(labelled, os), "stack 5", "thread 23 pid=7 name=\"named\"\nstack 5", 1)
		tr := modeltest.Parse(t, os, text)
		var labels []string
		for _, tid := range []model.TID{20, 21, 22, 23} {
			labels = append(labels, tr.ThreadLabel(threadOf(t, tr, tid)))
		}
		if got := strings.Join(labels, ","); got != want {
			t.Errorf("%s: %q, want %q", os, got, want)
		}
	}
}

// TestServesWindows: a thread of Windows that waited for messages serves windows, others do not,
// and asking again gives the same.
func TestServesWindows(t *testing.T) {
	for os, want := range map[string]string{"windows": "true false true", "linux": "false false false"} {
		tr := modeltest.Parse(t, os, fmt.Sprintf(labelled, os))
		for range 2 {
			var got []string
			for _, tid := range []model.TID{20, 21, 22} {
				got = append(got, fmt.Sprint(tr.ServesWindows(threadOf(t, tr, tid))))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %v, want %s", os, got, want)
			}
		}
	}
}
