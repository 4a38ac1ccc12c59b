package filter_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/modeltest"
)

// offices has three threads in two processes: 11 runs for 40 ms and then waits for
// a lock for 50, 12 sleeps, 21 runs the rest of the time.
const offices = `threadlens-trace 1
cpus 1
span 0ns 100ms
os linux
process 10 "render server"
process 20 "renderer"
thread 11 pid=10 name="Main/1"
thread 12 pid=10 name="GPU worker"
thread 21 pid=20 name="worker 12"
0ms cpu0 exists 12
0ms cpu0 switch idle 11 preempt
40ms cpu0 switch 11 21 wait sub=Futex
90ms cpu0 wake 11 by=21
92ms cpu0 switch 21 11 wait sub=Sleep
`

func TestFilter(t *testing.T) {
	tr := modeltest.Parse(t, "offices", offices)
	p := filter.In(tr)
	p.Names = map[model.ThreadIx]string{2: "Café loader"}
	for _, c := range []struct{ text, threads, lanes, processes string }{
		{"", "11 12 21", "11 12 21", "10 20"},
		{" \t ", "11 12 21", "11 12 21", "10 20"},
		{"WORKER", "12 21", "12 21", ""},
		{"worker gpu", "12", "12", ""},
		{"worker !gpu", "21", "21", ""},
		{"worker\t!gpu", "21", "21", ""},
		{"12", "12 21", "12 21", ""},
		{"!12", "11", "11", "10 20"},
		{"12.0", "12", "12", ""},
		{"12.1", "", "", ""},
		{"10.0", "", "", ""},
		{"peer:worker", "11", "11", "10"},
		{"peer:renderer !pid:20", "11", "11", "10"},
		{"peer:/^RENDERER/", "", "", ""},
		{"peer:21", "11", "11", "10"},
		{"peer:20", "11", "11", "10"},
		{"peer:21.1", "", "", ""},
		{"peer:gpu", "", "", ""},
		{"peer:café", "11", "11", "10"},
		{"!peer:worker", "12 21", "12 21", "20"},
		{"tid:12", "12", "12", "10"},
		{"tid:12.0", "12", "12", "10"},
		{"tid:12.1", "", "", ""},
		{"pid:10", "11 12", "11 12", "10"},
		{"!pid:10 worker", "21", "21", ""},
		{"/^main/", "11", "11", ""},
		{"/^Main/", "11", "11", ""},
		{"/^MAIN/", "", "", ""},
		{`/n\/1$/`, "11", "11", ""},
		{`/\Wworker/`, "12", "12", ""},
		{"/[G]pu/", "", "", ""},
		{"/[[:alpha:]]pu/", "12", "12", ""},
		{"/[A-Z]pu/", "", "", ""},
		{"/[A-Za-z]pu/", "12", "12", ""},
		{"/[GgXx]pu/", "12", "12", ""},
		{"/[GgX]pu/", "", "", ""}, // X is a capital without a small letter
		{"!/worker [0-9]+/", "11 12", "11 12", "10 20"},
		{"/worker 1/ 12", "21", "21", ""},
		{`"gpu worker"`, "12", "12", ""},
		{`"gpu  worker"`, "", "", ""},
		{`!"gpu worker" worker`, "21", "21", ""},
		{`"/1"`, "11", "11", ""},
		{`"!"`, "", "", ""},
		{"render", "", "11 12 21", "10 20"},
		{"!render", "11 12 21", "", ""},
		{"/render$/", "", "", ""},
		{"server render", "", "11 12", "10"},
		{"10", "", "", "10"},
		{"tid:21", "21", "21", "20"},
		{"process:server", "11 12", "11 12", "10"},
		{`process:"render server"`, "11 12", "11 12", "10"},
		{"process:/er$/ !process:server", "21", "21", "20"},
		{"process:20 12", "21", "21", ""},
		{"café", "21", "21", ""},
		{"a:b", "", "", ""},
		{"state:sync", "11", "11", "10"},
		{"state:Synchronization>=50ms", "11", "11", "10"},
		{"state:sync>50ms", "", "", ""},
		{"!state:sync<50ms", "11", "11", "10"},
		{"state:sync<=0s", "12 21", "12 21", "20"},
		{"state:exec>49ms", "21", "21", "20"},
		{"state:i/o", "", "", ""},
		{"state:dispatch", "11", "11", "10"},
		{"state:ready>2ms", "", "", ""},
	} {
		f, err := filter.Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		threads, lanes, processes := picked(tr, p, f)
		for _, k := range []struct {
			what, want string
			got        string
		}{{"threads", c.threads, threads}, {"lanes", c.lanes, lanes}, {"processes", c.processes, processes}} {
			if k.got != k.want {
				t.Errorf("%q picks %s %q, want %q", c.text, k.what, k.got, k.want)
			}
		}
		if f.String() != c.text || f.Empty() != (strings.TrimSpace(c.text) == "") || f.Timed() != (strings.Contains(c.text, "state:") || strings.Contains(c.text, "peer:")) {
			t.Errorf("%q: text %q, empty %v, timed %v", c.text, f, f.Empty(), f.Timed())
		}
	}
}

// picked are the ids of the threads, lanes and processes that a filter matches.
func picked(tr *model.Trace, p filter.Place, f filter.Filter) (threads, lanes, processes string) {
	add := func(list *string, id int) { *list = strings.TrimSpace(*list + " " + strconv.Itoa(id)) }
	for ix := range tr.Threads {
		th := &tr.Threads[ix]
		if !th.Idle && f.Thread(p, model.ThreadIx(ix)) {
			add(&threads, int(th.TID))
		}
		if !th.Idle && f.Lane(p, model.ThreadIx(ix)) {
			add(&lanes, int(th.TID))
		}
	}
	for ix := range tr.Processes {
		if tr.Processes[ix].Known && f.Process(p, model.ProcIx(ix)) {
			add(&processes, int(tr.Processes[ix].PID))
		}
	}
	return threads, lanes, processes
}

func TestStateIsOfTheWindow(t *testing.T) {
	tr := modeltest.Parse(t, "offices", offices)
	f, err := filter.Parse("state:sync>10ms")
	if err != nil {
		t.Fatal(err)
	}
	for to, want := range map[model.Time]int{45: 0, 60: 1} {
		p := filter.Place{Trace: tr, Window: model.Range{From: 0, To: to * 1_000_000}}
		all := []model.ThreadIx{0, 1, 2}
		if got := filter.Threads(p, all, filter.Filter{}, f); len(got) != want {
			t.Errorf("until %d ms: threads %v, want %d", to, got, want)
		}
	}
}

func TestPeerIsOfTheWindow(t *testing.T) {
	tr := modeltest.Parse(t, "offices", offices)
	f, err := filter.Parse("peer:renderer")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to model.Time
		want     int
	}{{0, 40, 0}, {0, 41, 1}, {89, 100, 1}, {92, 100, 0}} {
		p := filter.Place{Trace: tr, Window: model.Range{From: c.from * 1_000_000, To: c.to * 1_000_000}}
		if got := filter.Threads(p, []model.ThreadIx{0, 1, 2}, filter.Filter{}, f); len(got) != c.want {
			t.Errorf("%d to %d ms: threads %v, want %d", c.from, c.to, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		place int
		says  string
	}{
		{"!", 2, "“!” must be followed"},
		{"ä ! b", 4, "“!” must be followed"},
		{"/open", 1, "the closing “/” of the regular expression is missing"},
		{"ab /(/", 5, "invalid regular expression: missing closing )"},
		{"/opt/acme", 6, "“/opt/” must be followed by a space"},
		{"pid:", 5, "“pid:” must be followed by a number"},
		{"a !pid:x", 8, "“pid:” must be followed by a number"},
		{"pid:3.0", 5, "“pid:” must be followed by a number"},
		{"pid:3.1", 5, "“pid:” must be followed by a number"},
		{"tid:-1", 5, "“tid:” must be followed by a number"},
		{"tid:1.x", 5, "“tid:” must be followed by a number"},
		{`a "b c`, 3, "the closing quote is missing"},
		{`"a"b`, 4, `“"a"” must be followed by a space`},
		{`""`, 1, "there is nothing between the quotes"},
		{"peer:", 6, "“peer:” must be followed by the name of a thread or process"},
		{"process:", 9, "“process:” must be followed by the name of a process"},
		{"state:", 7, "“state:” must be followed by a category: execution, synchronization, i/o,"},
		{"state:s", 7, "“s” matches several categories: synchronization, sleep"},
		{"state:cpu", 7, "“state:” must be followed by a category"},
		{"state:sync>", 12, "“>” must be followed by a time, such as 10ms"},
		{"state:sync>=10", 13, "“>=” must be followed by a time"},
		{"state:sync<-1ms", 12, "“<” must be followed by a time"},
		{strings.Repeat("a", 1<<12+1), 1, "the filter is longer than 4096 bytes"},
		{"a\xff", 1, "the filter is not valid UTF-8"},
	} {
		_, err := filter.Parse(c.text)
		var e *filter.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%.20q is no error", c.text)
		case e.Place != c.place || !strings.HasPrefix(e.Text, c.says) || strings.Contains(e.Error(), "\n"):
			t.Errorf("%.20q: %v, want character %d: %s", c.text, err, c.place, c.says)
		}
	}
}

// TestIncarnations: a thread whose id was used before is another one.
func TestIncarnations(t *testing.T) {
	tr := modeltest.Parse(t, "again", `threadlens-trace 1
cpus 1
span 0us 100us
0us cpu0 switch idle 5 preempt
10us cpu0 exit 5
10us cpu0 switch 5 idle dead
20us cpu0 start 5
30us cpu0 switch idle 5 preempt
`)
	for text, want := range map[string]int{"tid:5": 2, "tid:5.0": 1, "tid:5.1": 1, "tid:5.2": 0} {
		f, err := filter.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := filter.Threads(filter.In(tr), []model.ThreadIx{0, 1}, filter.Filter{}, f); len(got) != want {
			t.Errorf("%s: threads %v, want %d", text, got, want)
		}
	}
}

// TestLongestText: a filter of 4096 bytes is read.
func TestLongestText(t *testing.T) {
	if _, err := filter.Parse(strings.Repeat("a", 1<<12)); err != nil {
		t.Error(err)
	}
}

// TestAnyText: any text is a filter that matches without failing, or an error at a
// place inside the text; and every filter matches what its negated words leave
// over.
func TestAnyText(t *testing.T) {
	tr := modeltest.Parse(t, "offices", offices)
	parts := []string{
		"!", "/", "\\", `"`, " ", "worker", "1", "12.0", "pid:", "tid:", "process:", "state:", "sync", ">", "<=",
		"10ms", "(", "[a-Z]", "ä", "\u00a0", ".*", "{2}", "\xff",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := ""
		for range 1 + r.IntN(6) {
			text += parts[r.IntN(len(parts))]
		}
		checkText(t, tr, text)
	}
}

// FuzzParse is TestAnyText on text from the fuzzer.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "worker !gpu", `"gpu worker"`, "/n\\/1$/ tid:12.0 !pid:10", "process:/er$/", "state:sync>=50ms", "!state:i/o", "/[[:alpha:]]pu/", "!", `"`,
		"/(/", "state:x", "tid:99999999999", "/a{1000}{1000}/", "state:sync<1h", "\xff", "pid:1.2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkText(t, modeltest.Parse(t, "offices", offices), text) })
}

// checkText makes the checks of TestAnyText on a text.
func checkText(t *testing.T, tr *model.Trace, text string) {
	t.Helper()
	f, err := filter.Parse(text)
	var e *filter.Error
	if errors.As(err, &e) {
		if e.Place < 1 || e.Place > utf8.RuneCountInString(text)+1 || e.Text == "" {
			t.Fatalf("%q: error %v", text, err)
		}
		return
	}
	not, err := filter.Parse("!" + strings.TrimSpace(text))
	single := err == nil && !strings.HasPrefix(strings.TrimSpace(text), "!") && len(strings.Fields(text)) == 1
	for ix := range model.ThreadIx(len(tr.Threads)) {
		if single && f.Thread(filter.In(tr), ix) == not.Thread(filter.In(tr), ix) {
			t.Fatalf("%q and its negation agree about thread %d", text, tr.Threads[ix].TID)
		}
		f.Lane(filter.In(tr), ix)
	}
	for ix := range model.ProcIx(len(tr.Processes)) {
		if single && f.Process(filter.In(tr), ix) == not.Process(filter.In(tr), ix) {
			t.Fatalf("%q and its negation agree about process %d", text, tr.Processes[ix].PID)
		}
	}
}

// TestRecorder: the process that made the recording is found as the recorder.
func TestRecorder(t *testing.T) {
	tr := modeltest.Parse(t, "recorder", `threadlens-trace 1
cpus 1
span 0us 10us
recorder 7
thread 7 pid=7 name=main
process 7 threadlens
process 8 other
thread 8 pid=8 name=other
5us cpu0 switch 7 8 wait linux=S
`)
	for text, want := range map[string]int{"recorder": 1, "!recorder": 1, "threadlens": 1, `"(the recorder)"`: 1, "": 2} {
		f, err := filter.Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		all := []model.ThreadIx{0, 1}
		if got := filter.Threads(filter.In(tr), all, f, filter.Filter{}); len(got) != want {
			t.Errorf("%s: threads %v, want %d", text, got, want)
		}
	}
	if p := tr.Process(0); p.Title() != "threadlens (the recorder)" || p.Name != "threadlens" {
		t.Errorf("%q is called %q", p.Name, p.Title())
	}
}
