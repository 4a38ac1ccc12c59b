package counters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest/counters"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// print formats the contents of a file, with times in seconds since 1970 or the start.
func print(f *counters.File) string {
	var b strings.Builder
	clock := [...]string{"start", "utc", "local"}[f.Clock]
	fmt.Fprintf(&b, "%s %s\n", f.Kind, clock)
	for i := range f.Series {
		s := &f.Series[i]
		subject := [...]string{"other", "machine", "processor", "process", "guest"}[s.Subject]
		scale := [...]string{"none", "machine", "core", "ready"}[s.Scale]
		fmt.Fprintf(&b, "%s: %s %s", s.Name, subject, scale)
		switch s.Subject {
		case model.CounterProcess:
			fmt.Fprintf(&b, " %s %d", s.Process, int32(s.PID))
		case model.CounterProcessor:
			fmt.Fprintf(&b, " %d", s.CPU)
		case model.CounterGuest:
			fmt.Fprintf(&b, " %s %d", s.Guest, s.Processors)
		}
		if s.PID != model.NoPID && s.Subject != model.CounterProcess || s.CPU != model.NoCPU && s.Subject != model.CounterProcessor {
			fmt.Fprintf(&b, " of process %d, processor %d", s.PID, s.CPU)
		}
		fmt.Fprintf(&b, " gaps=%d\n", s.Gaps)
		for _, p := range s.Points {
			fmt.Fprintf(&b, "  %.3f..%.3f %g\n", float64(p.From)/1e9, float64(p.To)/1e9, p.Value)
		}
	}
	return b.String()
}

// fileTests are files of each kind and their contents.
var fileTests = []struct{ name, source, want string }{
	{"typeperf", `
"(PDH-CSV 4.0)","\\PC\Processor(_Total)\% Processor Time","\\PC\Process(app#1)\% Processor Time","\\PC\Memory\Available MBytes"
"11/21/2026 10:00:01.500"," ","-1","100"
"11/21/2026 10:00:02.500","42.5","106.854","101"
Exiting, please wait...
The command completed successfully.
`, `PDH-CSV local
\\PC\Processor(_Total)\% Processor Time: machine machine gaps=1
  1795255201.500..1795255202.500 42.5
\\PC\Process(app#1)\% Processor Time: process core app -1 gaps=1
  1795255201.500..1795255202.500 106.854
\\PC\Memory\Available MBytes: other none gaps=0
  1795255200.500..1795255201.500 100
  1795255201.500..1795255202.500 101
`},
	{"relog", `"(PDH-CSV 4.0) (Pacific Standard Time)(480)","\\PC\Process V2(app:77)\% Processor Time","\\PC\Processor Information(0,3)\% Processor Time","\\PC\Processor Information(1,3)\% Processor Time"
"11/21/2026 10:00:00.000","1","2","3"
`, `PDH-CSV utc
\\PC\Process V2(app:77)\% Processor Time: process core app 77 gaps=0
  1795284000.000..1795284000.000 1
\\PC\Processor Information(0,3)\% Processor Time: processor machine 3 gaps=0
  1795284000.000..1795284000.000 2
\\PC\Processor Information(1,3)\% Processor Time: other machine gaps=0
  1795284000.000..1795284000.000 3
`},
	{"sadf", `# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle[...]
h;-1;2026-11-21 10:00:00 UTC;LINUX-RESTART	(2 CPU)
# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle
h;60;2026-11-21 10:01:00 UTC;-1;20.00;0.00;4.00;1.00;5.00;70.00
h;60;2026-11-21 10:01:00 UTC;1;40,00;0,00;8,00;0,00;0,00;52,00
# hostname;interval;timestamp;IFACE;rxpck/s
h;60;2026-11-21 10:01:00 UTC;eth0;12.5
`, `sadf utc
CPU all %steal: other machine gaps=0
  1795255200.000..1795255260.000 5
CPU all %busy: machine machine gaps=0
  1795255200.000..1795255260.000 29
CPU 1 %steal: other machine gaps=0
  1795255200.000..1795255260.000 0
CPU 1 %busy: processor machine 1 gaps=0
  1795255200.000..1795255260.000 48
eth0 rxpck/s: other none gaps=0
  1795255200.000..1795255260.000 12.5
`},
	{"sar over midnight", `Linux 6.1.0 (host) 	11/21/2026 	_x86_64_	(2 CPU)

11:59:58 PM     CPU     %user     %idle
11:59:59 PM     all      1.00     99.00
12:00:00 AM     all      3.00     97.00

12:00:00 AM     CPU     %user     %idle
12:00:01 AM     all     10.00     90.00
Average:        all      4.67     95.33

11:59:58 PM   runq-sz
11:59:59 PM         2
12:00:01 AM         3
`, `sysstat local
CPU all %busy: machine machine gaps=0
  1795305598.000..1795305599.000 1
  1795305599.000..1795305600.000 3
  1795305600.000..1795305601.000 10
runq-sz: other none gaps=0
  1795305598.000..1795305599.000 2
  1795305599.000..1795305601.000 3
`},
	{"pidstat -h", `Linux 6.1.0 (host) 	2026-11-21 	_x86_64_	(2 CPU)

#      Time   UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command
 1795255201     0        17   90.00   16.85    0.00    2.00  106.85     1  my app
 1795255202     0        17   50.00    0.00    0.00    0.00   50.00     1  my app
 1795255202     0        18    1.00    0.00    0.00    0.00    1.00     0  other
`, `sysstat utc
my app 17 %CPU: process core my app 17 gaps=0
  1795255200.000..1795255201.000 106.85
  1795255201.000..1795255202.000 50
my app 17 %wait: other core gaps=0
  1795255200.000..1795255201.000 2
  1795255201.000..1795255202.000 0
other 18 %CPU: process core other 18 gaps=0
  1795255201.000..1795255202.000 1
other 18 %wait: other core gaps=0
  1795255201.000..1795255202.000 0
`},
	{"pidstat with threads", `Linux 6.1.0 (host) 	21.11.2026 	_x86_64_	(2 CPU)

10:00:00      UID      TGID       TID    %usr %system  %CPU   CPU  Command
10:00:01        0        17         -   50,00    0,00  50,00     1  app
10:00:01        0         -        18   50,00    0,00  50,00     1  |__worker
10:00:01        0         9        19   50,00    0,00  50,00     1  (other)__worker
`, `sysstat local
app 17 %CPU: process core app 17 gaps=0
  1795255200.000..1795255201.000 50
`},
	{"numbers", "time_ms;CPU %;CPU % of one core;queue\n0;5;10;1\n250;6;;2\n", `CSV start
CPU %: machine machine gaps=0
  -0.250..0.000 5
  0.000..0.250 6
CPU % of one core: machine core gaps=1
  -0.250..0.000 10
queue: other none gaps=0
  -0.250..0.000 1
  0.000..0.250 2
`},
	{"times of day", "when,x\n2026-11-21T10:00:00Z,1\n2026-11-21T12:00:01.5+02:00,2\n", `CSV utc
x: other none gaps=0
  1795255198.500..1795255200.000 1
  1795255200.000..1795255201.500 2
`},
	{"epoch", "time,x\n1795255200,1\n", "CSV utc\nx: other none gaps=0\n  1795255200.000..1795255200.000 1\n"},
	{"host", "time,vm,vcpus,used,ready_ms,interval\n2026-11-21 16:04:00,a,2,44,8000,20\n2026-11-21 16:04:00,b,1,10,50000,20000\n", `host figures local
a used: guest core a 2 gaps=0
  1795277020.000..1795277040.000 44
a ready: guest ready a 2 gaps=0
  1795277020.000..1795277040.000 8e+09
b used: guest core b 1 gaps=0
  1795277020.000..1795277040.000 10
b ready: guest ready b 1 gaps=0
  1795277020.000..1795277040.000 5e+10
`},
	{"utf-16", "\xff\xfet\x00,\x00x\x00\n\x001\x00,\x002\x00\n\x00", "CSV start\nx: other none gaps=0\n  1.000..1.000 2\n"},
}

func TestRead(t *testing.T) {
	for _, c := range fileTests {
		t.Run(c.name, func(t *testing.T) {
			f, err := counters.Read(c.name, strings.NewReader(c.source))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, print(f)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	const sar = "Linux 6.1.0 (host) 2026-11-21 _x86_64_ (2 CPU)\n\n"
	const sadf = "# hostname;interval;timestamp;CPU;%idle\n"
	for _, c := range []struct{ source, want string }{
		{"", "x: no counters found: expected PDH-CSV from typeperf or relog, the output of sadf -d, sar or pidstat, or CSV with a header and with the times in the first column"},
		{"1,2\n", "x:1: expected a header that names the time column and at least one counter"},
		{"time\n", "x:1: expected a header that names the time column and at least one counter"},
		{"time,a\n1,2,3\n", "x:2: expected 2 fields as in the header, got 3"},
		{"time,a\nnoon,2\n", `x:2: expected a time such as 2006-01-02T15:04:05, got "noon"`},
		{"time,a\n1,two\n", `x:2: expected a number, got "two"`},
		{"time,a\n1,1e999\n", `x:2: expected a number, got "1e999"`},
		{"time,a\n2,1\n1,1\n", "x:3: the time is earlier than on the line above"},
		{"time,a\n2,1\n2,1\n", "x:3: \"a\" has two values for the same time"},
		{"time,a\n1,1\n1795255200,1\n", "x:3: the format or time zone of the time differs from the lines above"},
		{"time,a\n1e300,1\n", `x:2: expected a time such as 2006-01-02T15:04:05, got "1e300"`},
		{"time,vm,vcpus,used\n1,a,0,3\n", `x:2: expected a number of CPUs, got "0"`},
		{"time,vm,used,interval\n1,a,3,-1\n", "x:2: expected an interval of at least 0, got \"-1\""},
		{`"(PDH-CSV 4.0)"` + "\n", "x:1: the header has no counters"},
		{`"(PDH-CSV 4.0)","a"` + "\n" + `"21.11.2026 10:00","1"` + "\n", `x:2: expected a time such as 01/02/2006 15:04:05.000, got "21.11.2026 10:00"`},
		{`"(PDH-CSV 4.0)","a"` + "\n" + `"11/21/1926 10:00:00.000","1"` + "\n", `x:2: expected a year from 1970 to 2100, got 1926`},
		{sadf + "h;60;2026-11-21 10:00:00 UTC;0\n", "x:2: expected 5 fields as in the header, got 4"},
		{sadf + "h;60;2026-11-21 10:00:00 UTC;x;1\n", "x:2: expected a CPU number, got \"x\""},
		{"Linux 6.1.0 (host)\n", "x:1: expected a date such as 2026-01-31 or 01/31/2026 in the first line"},
		{sar + "10:00:00 all 1.00\n", "x:3: no header line above the values"},
		{sar + "noon CPU %idle\n", `x:3: expected a time of day at the start of the line, got "noon"`},
		{sar + "10:00:00 CPU %idle\n10:00:01 all\n", "x: no counters found: expected PDH-CSV from typeperf or relog, the output of sadf -d, sar or pidstat, or CSV with a header and with the times in the first column"},
		{sar + "1795255200 CPU %idle\n1795255201 all 1\n1795255200 all 1\n", "x:5: the time is earlier than on the line above"},
		{sar + "10:00:00 CPU %idle\n10:00:01 all 1 2\n", "x:4: expected 2 fields as in the header, got 3"},
		{sar + "10:00:00 UID PID %CPU Command\n10:00:01 0 x 1.0 app\n", `x:4: expected a process id, got "x"`},
	} {
		_, err := counters.Read("x", strings.NewReader(c.source))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.source, err, c.want)
		}
	}
}

// TestAlign aligns files with and without a zone with a trace of 10 s that began at 10:00 UTC.
func TestAlign(t *testing.T) {
	const trace = "threadlens-trace 1\ncpus 1\nspan 0s 10s\nwall 2026-11-21T10:00:00Z\n"
	tr := modeltest.Parse(t, "trace", trace)
	unplaced := modeltest.Parse(t, "trace", strings.Replace(trace, "wall 2026-11-21T10:00:00Z\n", "", 1))
	for _, c := range []struct {
		name   string
		tr     *model.Trace
		times  string // of the two samples
		offset model.Time
		from   model.Time // of the second sample
		zone   time.Duration
		placed bool
	}{
		{"from start", tr, "2 3", 0, 2e9, 0, true},
		{"UTC", tr, "2026-11-21T10:00:02Z 2026-11-21T10:00:03Z", 0, 2e9, 0, true},
		{"offset", tr, "2026-11-21T10:00:02Z 2026-11-21T10:00:03Z", -5e8, 15e8, 0, true},
		{"east", tr, "2026-11-21T15:30:04 2026-11-21T15:30:06", 0, 4e9, 5*time.Hour + 30*time.Minute, true},
		{"west", tr, "2026-11-21T02:00:04 2026-11-21T02:00:06", 0, 4e9, -8 * time.Hour, true},
		{"a whole day, which fits any zone", tr, "2026-11-21T05:00:00 2026-11-21T20:00:00", 0, -5 * 3600e9, 0, true},
		{"nothing known", unplaced, "2026-11-21T10:00:02Z 2026-11-21T10:00:03Z", 0, 1e9, 0, false},
	} {
		first, second, _ := strings.Cut(c.times, " ")
		f, err := counters.Read("x", strings.NewReader("time,a\n"+first+",1\n"+second+",2\n"))
		if err != nil {
			t.Fatal(err)
		}
		a := f.Align(c.tr, c.offset)
		if got := a.Series[0].Points[1].From; got != c.from || a.Zone != c.zone || a.Placed != c.placed {
			t.Errorf("%s: from %d, zone %v, placed %v; want %d, %v, %v", c.name, got, a.Zone, a.Placed, c.from, c.zone, c.placed)
		}
	}
}

// FuzzRead checks that no file crashes the reader, that a mistake names the file, and that the
// result is in order and finite.
func FuzzRead(f *testing.F) {
	for _, c := range fileTests {
		f.Add(c.source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		file, err := counters.Read("x", strings.NewReader(source))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		for i := range file.Series {
			last := model.Time(-1 << 63)
			for _, p := range file.Series[i].Points {
				if p.To < p.From || p.From < last {
					t.Fatalf("series %q out of order at %v", file.Series[i].Name, p)
				}
				last = p.To
			}
		}
	})
}
