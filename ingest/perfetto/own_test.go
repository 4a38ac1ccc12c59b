package perfetto

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// basic are the switches and wakes of most of the own files, and compactBasic those where they are in
// compact form: what ran before the first switch of a CPU is unknown.
var (
	basic = []string{
		"2000 cpu0 switch 0>10 R preempt",
		"2050 cpu0 wake 20 by 10 to 1 thread",
		"2060 cpu1 switch 0>20 R preempt",
		"2100 cpu0 switch 10>0 S wait",
		"2120 cpu1 wake 30 by 20 to 0 isr",
		"2150 cpu0 wake 10 by 0 to 0 dpc",
		"2160 cpu0 switch 0>10 R preempt",
		"2200 cpu1 switch 20>0 D wait",
		"2300 cpu0 switch 10>30 R+ preempt",
	}
	compactBasic = replaced(basic, "switch 0>10", "switch -1>10", "switch 0>20", "switch -1>20")
)

// replaced replaces in each line the first texts by the ones behind them, each once in all.
func replaced(lines []string, pairs ...string) []string {
	text := strings.Join(lines, "\n")
	for i := 0; i < len(pairs); i += 2 {
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return strings.Split(text, "\n")
}

// ofCPU are the lines of a CPU.
func ofCPU(lines []string, cpu string) (of []string) {
	for _, l := range lines {
		if strings.Contains(l, cpu) {
			of = append(of, l)
		}
	}
	return of
}

// own is a file made for Threadlens: what it must show of some kinds of events, and the diagnostics.
type own struct {
	kinds []model.Kind
	want  []string
	codes string
}

var (
	sched = []model.Kind{model.KindSwitch, model.KindWake, model.KindLoss}
	marks = []model.Kind{model.KindMark}
	life  = []model.Kind{model.KindStart, model.KindExit, model.KindExists, model.KindName, model.KindProcess}
)

var ownFiles = map[string]own{
	"plain_basic":            {sched, basic, ""},
	"compact_basic":          {sched, compactBasic, ""},
	"compact_and_plain":      {sched, compactBasic, ""},
	"concatenated":           {sched, basic, ""},
	"deflate":                {sched, basic, ""},
	"deflate_two_bundles":    {sched, basic, ""},
	"mixed_codecs":           {sched, basic, "no-release 1"},
	"machine_ids":            {sched, basic, "other-machines 1"},
	"out_of_order_packets":   {sched, basic, ""},
	"gzip_wrapped":           {sched, basic, ""},
	"zip_wrapped":            {sched, basic, ""},
	"truncated":              {sched, ofCPU(basic, "cpu0"), "truncated 1"},
	"huge_length":            {sched, ofCPU(basic, "cpu0"), "truncated 1"},
	"cpu_too_large":          {sched, ofCPU(basic, "cpu1"), "cpus 1, no-release 1"},
	"clock_unknown":          {sched, ofCPU(basic, "cpu1"), "no-release 1, unknown-clock 1"},
	"window":                 {sched, append([]string{basic[0], "2000 cpu1 loss to 2055 1"}, basic[1:]...), ""},
	"deflate_bomb":           {nil, nil, "compressed 1, nothing 1"},
	"states_4_4":             {nil, nil, "states 4"},
	"states_4_14":            {nil, nil, "states 6"},
	"states_5_10":            {nil, nil, "states 6"},
	"compact_bad_index":      {sched, []string{"2000 cpu0 switch -1>1 R preempt", "2100 cpu0 switch 3>4 S wait"}, "compact 1, no-release 1"},
	"mismatch":               {sched, []string{"2000 cpu0 switch 0>10 R preempt", "2100 cpu0 switch 99>11 S wait", "2200 cpu0 switch 11>0 S wait"}, ""},
	"negative_prio_pid":      {sched, []string{"2000 cpu0 switch 0>10 R preempt", "2100 cpu0 switch 10>0 S wait"}, ""},
	"two_sequences_same_iid": {marks, []string{`3000 mark flag 10 pid 1 "seven" #0`, `3000 mark flag 11 pid 1 "eight" #0`}, ""},
	"lost_events": {sched, []string{
		basic[0], basic[1], basic[2], basic[3], "2100 cpu0 loss to 9000 0", basic[4], basic[7],
		"9000 cpu0 switch 44>10 S wait", "9100 cpu0 switch 10>0 S wait",
	}, ""},
	"clock_global": {sched, []string{
		"7000001000 cpu0 switch 0>10 R preempt", "7000003000 cpu0 switch 10>0 S wait",
		"7000023000 cpu0 switch 0>10 R preempt", "7000024000 cpu0 switch 10>0 S wait",
	}, ""},
	"etw_basic": {sched, []string{
		"5000 cpu0 switch 100>200  wait", "5050 cpu1 switch 0>300  preempt", "5100 cpu0 wake 100 by 0 to -1 dpc",
		"5150 cpu1 switch 300>0  wait", "5200 cpu0 switch 200>100  preempt",
	}, ""},
	"counter_flow": {marks, []string{
		`3000 mark step 10 pid 1 "queue = 5" #0`, `3000 mark step 10 pid 1 "inc = 20" #0`,
		`3100 mark step 10 pid 1 "queue = -3" #0`, `3100 mark step 10 pid 1 "inc = 50" #0`,
		`3200 mark begin 10 pid 1 "send" #244837814094590`, `3250 mark end 10 pid 1 #0`,
		`3300 mark begin 10 pid 1 "recv" #244837814094590`, `3350 mark end 10 pid 1 #0`,
	}, ""},
	"default_clock_incremental": {marks, []string{
		`2005000 mark begin 10 pid 1 "s" #0`, `2012000 mark end 10 pid 1 #0`, `3000000 mark flag 10 pid 1 "abs" #0`,
	}, ""},
	"seq_loss": {marks, []string{
		`3000 mark begin 10 pid 1 "one" #0`, `3100 mark end 10 pid 1 #0`, `3400 mark flag 10 pid 1 "uno" #0`, `3500 mark flag 10 pid 1 "plain" #0`,
	}, "lost-packets 1, unreadable-packets 2"},
	"perf_sample": {[]model.Kind{model.KindSample}, []string{
		"3000 cpu0 sample 10 pid 1 /lib/libx.so!work+0x200 < /lib/libx.so!main+0x100", "3100 cpu1 sample 11 pid 1 ",
	}, "lost-events 40, skipped-samples 1"},
	"process_life": {life, []string{
		`2000 exists 100 pid 100`, `2000 name 100 pid 100 "main"`, `2000 process 100 from 0 "main"`,
		`2000 exists 101 pid 100`, `2000 name 101 pid 100 "pool"`, `2000 process 100 from 1 "app"`,
		`2010 start 102 pid 100 by 100 "main"`,
		`2020 start 200 pid 200 by 100 "main"`, `2020 process 200 from 0 "main"`,
		`2030 name 200 pid 200 "ls"`, `2030 process 200 from 0 "ls"`, `2050 exit 200 pid -1`,
		`2100 start 200 pid 100 by 100 "again"`,
	}, ""},
}

// TestOwn: the files that were made for Threadlens show what they were made to show.
func TestOwn(t *testing.T) {
	dir := recorded.Path(t, "linux", "perfetto", "own")
	list, err := filepath.Glob(filepath.Join(dir, "*.expect.txt"))
	if err != nil || len(list) < 32 {
		t.Fatalf("%d files, %v", len(list), err)
	}
	for _, path := range list {
		name := strings.TrimSuffix(filepath.Base(path), ".expect.txt")
		t.Run(name, func(t *testing.T) {
			want, ok := ownFiles[name]
			if !ok {
				t.Fatal("it is not known what the file must show")
			}
			data := ownData(t, dir, name)
			if !Sniff(data[:min(len(data), 4096)]) {
				t.Error("the format is not recognised")
			}
			d := decode(t, data)
			if d.codes() != want.codes {
				t.Errorf("diagnostics %q, expected %q", d.codes(), want.codes)
			}
			if want.kinds != nil {
				sameLines(t, d.lines(want.kinds...), want.want)
			}
		})
	}
}

// ownData is a file, of a zip archive its only member.
func ownData(t *testing.T, dir, name string) []byte {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, name+".[pz]*"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	data, err := os.ReadFile(list[0])
	if err == nil && filepath.Ext(list[0]) == ".zip" {
		var z *zip.Reader
		if z, err = zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
			var r io.ReadCloser
			if r, err = z.File[0].Open(); err == nil {
				data, err = io.ReadAll(r)
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// stateLettersOf are the states that the files states_* must show, one for each switch of thread 10.
var stateLettersOf = map[string]string{
	"states_4_4":  "R S D T t Z X x - W P - R+ I - - S S",
	"states_4_14": "R S D T t X Z P I R+ - - - D - - S R+",
	"states_5_10": "R S D T t X Z P I R+ - - - D - - S R+",
}

// TestOwnStates: prev_state is decoded by the version of the kernel. Combinations of a state with what
// qualifies it are the state.
func TestOwnStates(t *testing.T) {
	for name, want := range stateLettersOf {
		d := decode(t, readertest.Linux(t, "perfetto", "own", name+".pftrace"))
		var got []string
		for i := range d.events {
			if e := &d.events[i]; e.Kind == model.KindSwitch && e.TID == 10 {
				letter, _ := e.Reason.Linux()
				if letter == "" {
					letter = "-"
				}
				got = append(got, letter)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, expected %s", name, strings.Join(got, " "), want)
		}
	}
}

// TestOwnNames: names in records win over earlier ones.
func TestOwnNames(t *testing.T) {
	d := decode(t, readertest.Linux(t, "perfetto", "own", "compact_and_plain.pftrace"))
	var names []string
	for i := range d.events {
		if e := &d.events[i]; e.Kind == model.KindName && e.TID == 10 {
			names = append(names, d.Tables().Strings.Get(e.Name))
		}
	}
	if got := strings.Join(names, " "); got != "alpha renamed alpha" {
		t.Error(got)
	}
}
