package capture

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/record"
)

func TestSplitWords(t *testing.T) {
	for _, x := range []struct {
		line string
		want []string
		err  string
	}{
		{"", nil, ""},
		{"  \t ", nil, ""},
		{"a\nb\tc d\ve", []string{"a", "b", "c", "d\ve"}, ""},
		{"make -j4  all", []string{"make", "-j4", "all"}, ""},
		{`sh -c 'sleep 0.3; echo "x"'`, []string{"sh", "-c", `sleep 0.3; echo "x"`}, ""},
		{`a "b c"d '' ""`, []string{"a", "b cd", "", ""}, ""},
		{`"a\"b\\c\d" 'e\f'`, []string{`a"b\c\d`, `e\f`}, ""},
		{`a\ b \'c`, []string{"a b", "'c"}, ""},
		{"ä 'ö\u00a0ü'", []string{"ä", "ö\u00a0ü"}, ""},
		{"$HOME *|x", []string{"$HOME", "*|x"}, ""},
		{"a 'b", nil, "a quotation mark is not closed"},
		{`a "b\"`, nil, "a quotation mark is not closed"},
		{`a \`, nil, "no character follows the backslash at the end"},
	} {
		got, err := shellWords(x.line)
		if !slices.Equal(got, x.want) || (err == nil) != (x.err == "") || err != nil && err.Error() != x.err {
			t.Errorf("%q: %q, %v, want %q, %q", x.line, got, err, x.want, x.err)
		}
	}
}

// TestWindowsWords: paths keep their backslashes.
func TestWindowsWords(t *testing.T) {
	for _, x := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{`C:\a\b.exe -x  c:\`, []string{`C:\a\b.exe`, "-x", `c:\`}},
		{`"C:\Program Files\a b.exe" --out="x y"`, []string{`C:\Program Files\a b.exe`, "--out=x y"}},
		{`C:\O'Brien\x.exe 'a b'`, []string{`C:\O'Brien\x.exe`, "'a", "b'"}},
		{`a \"b\" "c\\" \\server\share ""`, []string{"a", `"b"`, `c\`, `\\server\share`, ""}},
	} {
		if got, err := windowsWords(x.line); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s: %q, %v, want %q", x.line, got, err, x.want)
		}
	}
	if _, err := windowsWords(`"a\"`); err == nil {
		t.Error("a quotation mark that is not closed")
	}
}

func FuzzSplitWords(f *testing.F) {
	f.Add(`a "b\"c" 'd' e\ f`)
	f.Fuzz(func(t *testing.T, line string) {
		words, err := shellWords(line)
		if err != nil {
			return
		}
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		if again, err := shellWords(strings.Join(quoted, " ")); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q: %q, quoted %q, %v", line, words, again, err)
		}
	})
}

// plan is a plan in a folder where everything can be recorded.
func plan(t *testing.T) *RecordPlan {
	t.Helper()
	p := &RecordPlan{RecordChoice: DefaultRecordChoice(), At: time.Date(2026, 1, 2, 13, 14, 15, 0, time.UTC)}
	p.Folder, p.Command = t.TempDir(), "sh -c 'sleep 0.3'"
	return p
}

func TestRecordPlanOptions(t *testing.T) {
	p := plan(t)
	p.Limited, p.Seconds, p.Newest, p.Keep = true, " 2.5 ", true, "64"
	p.Stacks, p.Sampled, p.Samples = true, true, "499"
	p.SetGroup("disk", false)
	p.SetGroup("faults", true)
	o, problems := p.Options()
	want := record.Options{
		Path: filepath.Join(p.Folder, "threadlens-sh-20260102-131415.perf.data"), Command: []string{"sh", "-c", "sleep 0.3"},
		For: 2500 * time.Millisecond, Groups: []record.Group{record.Waits, record.Faults, record.Markers}, Stacks: true, Samples: 499,
		Ring: record.DefaultRing, Keep: 64 << 20, NoInput: true, Program: "threadlens",
	}
	if len(problems) > 0 || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v\nwant %+v", o, problems, want)
	}
	if got, want := p.EquivalentCommand(), "threadlens record -o "+o.Path+
		" --for 2.5s --stacks --samples 499 --keep 64MiB --with faults --without disk -- sh -c 'sleep 0.3'"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	p.What, p.Process = RecordProcess, record.Process{PID: 77, Name: "kworker/x y"}
	if o, problems = p.Options(); len(problems) > 0 || o.PID != 77 || o.Command != nil || filepath.Base(o.Path) != "threadlens-kworker_x_y-20260102-131415.perf.data" {
		t.Errorf("%+v, %v", o, problems)
	}
	p.What = RecordSystem
	if o, problems = p.Options(); len(problems) > 0 || o.PID != 0 || filepath.Base(o.Path) != "threadlens-system-20260102-131415.perf.data" {
		t.Errorf("%+v, %v", o, problems)
	}
}

func TestRecordPlanProblems(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there.perf.data")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		change func(p *RecordPlan)
		field  RecordField
		text   string
	}{
		{"no command", func(p *RecordPlan) { p.Command = " " }, FieldCommand, "Enter a command."},
		{"quotes", func(p *RecordPlan) { p.Command = "a 'b" }, FieldCommand, "The command cannot be parsed: a quotation mark is not closed."},
		{"program", func(p *RecordPlan) { p.Command = "/there/is/none x" }, FieldCommand, "No executable program “/there/is/none” was found."},
		{"no process", func(p *RecordPlan) { p.What = RecordProcess }, FieldProcess, "Select a process."},
		{"no seconds", func(p *RecordPlan) { p.Limited, p.Seconds = true, "" }, FieldSeconds, "Enter the recording time in seconds, such as 10."},
		{"NaN seconds", func(p *RecordPlan) { p.Limited, p.Seconds = true, "NaN" }, FieldSeconds, "Enter the recording time in seconds, such as 10."},
		{"endless seconds", func(p *RecordPlan) { p.Limited, p.Seconds = true, "1e300" }, FieldSeconds, "Enter the recording time in seconds, such as 10."},
		{"seconds of no use", func(p *RecordPlan) { p.Seconds = "x" }, "", ""},
		{"keep", func(p *RecordPlan) { p.Newest, p.Keep = true, "0" }, FieldKeep, "Enter how many MiB of events to keep. Allowed: 1 to 65536."},
		{"too much", func(p *RecordPlan) { p.Newest, p.Keep = true, "99999999999999999999" }, FieldKeep, "Enter how many MiB of events to keep. Allowed: 1 to 65536."},
		{"samples", func(p *RecordPlan) { p.Sampled, p.Samples = true, "often" }, FieldSamples, "Enter the number of samples per second on each CPU. Allowed: 1 to 100000."},
		{"relative", func(p *RecordPlan) { p.Path = "x.perf.data" }, FieldPath, "Enter an absolute path, or a path that starts with ~."},
		{"folder", func(p *RecordPlan) { p.Path = "/there/is/none/x" }, FieldPath, "The folder /there/is/none does not exist."},
		{"exists", func(p *RecordPlan) { p.Path = there }, FieldPath, "there.perf.data already exists and will not be replaced: choose another name."},
	} {
		p := plan(t)
		x.change(p)
		_, problems := p.Options()
		if x.text == "" {
			if len(problems) > 0 {
				t.Errorf("%s: %v", x.name, problems)
			}
			continue
		}
		if want := []RecordProblem{{x.field, x.text}}; !slices.Equal(problems, want) {
			t.Errorf("%s: %v, want %v", x.name, problems, want)
		}
	}
}

// TestRecordPlanFile: a generated name is new, and the folder of a typed one is kept.
func TestRecordPlanFile(t *testing.T) {
	p := plan(t)
	for _, want := range []string{"threadlens-sh-20260102-131415.perf.data", "threadlens-sh-20260102-131415-2.perf.data", "threadlens-sh-20260102-131415-3.perf.data"} {
		path, why := p.File()
		if filepath.Base(path) != want || why != "" {
			t.Errorf("%s, %s, want %s", path, why, want)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", t.TempDir())
	p.Path = "~/x.perf.data"
	if path, why := p.File(); path != filepath.Join(os.Getenv("HOME"), "x.perf.data") || why != "" || p.Choice().Folder != os.Getenv("HOME") {
		t.Errorf("%s, %s, kept %s", path, why, p.Choice().Folder)
	}
	p.Path, p.Folder = "", "/there/is/none"
	if path, why := p.File(); filepath.Dir(path) != os.Getenv("HOME") || why != "" {
		t.Errorf("%s, %s", path, why)
	}
	p.Folder, p.Command = "", "azAZ09`{@[:_.x"
	if path, _ := p.File(); filepath.Base(path) != "threadlens-azAZ09______.x-20260102-131415.perf.data" {
		t.Errorf("%s", path)
	}
	p.Folder, p.Command = "", ".../a\u202eb"+strings.Repeat("x", 99)
	if path, _ := p.File(); filepath.Base(path) != "threadlens-a_b"+strings.Repeat("x", 29)+"-20260102-131415.perf.data" {
		t.Errorf("%s", path)
	}
}

// TestRecorder: the result of a recording is reported once, with what it lacks.
func TestRecorder(t *testing.T) {
	r := Recorder{Record: func(ctx context.Context, o record.Options, progress func(record.State)) (*record.Result, error) {
		progress(record.State{Elapsed: time.Second})
		<-ctx.Done()
		return &record.Result{State: record.State{Lost: 12345}, Exit: 3, Dropped: 1, LeftOut: []string{"No disks."}}, nil
	}}
	p := plan(t)
	states, ends := make(chan record.State, 2), make(chan RecordEnd, 2)
	rec := r.Start(*p, func(s record.State) { states <- s }, func(e RecordEnd) { ends <- e })
	if s := <-states; s.Elapsed != time.Second {
		t.Errorf("%+v", s)
	}
	rec.Stop()
	rec.Stop()
	want := []string{"12\u2009345 events were lost: record fewer kinds of events.", "No disks.", "Only the newest events were kept.", "sh ended with exit code 3."}
	if e := <-ends; e.Err != nil || e.Path != rec.Path || !slices.Equal(e.Notes, want) {
		t.Errorf("%+v, want %q", e, want)
	}
}

func TestRecordRights(t *testing.T) {
	rights := &record.RightsError{Missing: []string{"No."}, Remedy: []string{"sudo x", "sudo y"}}
	for _, x := range []struct {
		err  error
		want RecordRights
	}{
		{nil, RecordRights{}},
		{rights, RecordRights{[]string{"No."}, "sudo x"}},
		{record.ErrUnsupported, RecordRights{Missing: []string{"Recording is supported on Linux and Windows only."}}},
		{errors.New("odd"), RecordRights{Missing: []string{"Odd."}}},
	} {
		no := func() error { return x.err }
		r := Recorder{Check: no, CheckTree: no}
		if got := r.Rights(false); !reflect.DeepEqual(got, x.want) || !reflect.DeepEqual(r.Rights(true), x.want) {
			t.Errorf("%v: %+v", x.err, got)
		}
	}
	if got := RecordOverhead(record.State{Elapsed: 2 * time.Second, CPU: 50 * time.Millisecond}); got != 0.025 {
		t.Errorf("overhead %v", got)
	}
}

// TestParseUpTo: numbers from 1 to the most are read, with blanks around them.
func TestParseUpTo(t *testing.T) {
	for text, want := range map[string]int64{"": 0, "0": 0, "-1": 0, "1": 1, " 7 ": 7, "49": 49, "50": 50, "51": 0, "5.5": 0, "x": 0} {
		n, why := parseUpTo(text, "It needs a number.", 50)
		if n != want || (why == "") != (want > 0) || want == 0 && why != "It needs a number. Allowed: 1 to 50." {
			t.Errorf("%q: %d, %q", text, n, why)
		}
	}
}

// TestRecordFolder: files go to the chosen folder, if it is one; otherwise to the user's.
func TestRecordFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	home := expandHome("~")
	for folder, want := range map[string]string{dir: dir, file: home, filepath.Join(dir, "none"): home, "": home} {
		p := RecordPlan{}
		p.Folder = folder
		if got := p.folder(); got != want {
			t.Errorf("%q: %q, want %q", folder, got, want)
		}
	}
}

// TestRecordingCost: the cost of the choice, next to that of the other choice where it is known.
func TestRecordingCost(t *testing.T) {
	r := Recorder{EventCost: func(o *record.Options) time.Duration {
		if o.Stacks {
			return 3100
		}
		return 1100
	}}
	both := r.Cost(record.Options{Stacks: true})
	for _, c := range []struct {
		cost          RecordingCost
		stacks        bool
		each, example string
	}{
		{both, false, "1.10 µs per switch or wake-up (with the call stacks of programs: 3.10 µs)", "10\u2009000 switches or wake-ups per second cost 1.1% of one CPU; other events cost extra."},
		{both, true, "3.10 µs per switch or wake-up (without the call stacks of programs: 1.10 µs)", "10\u2009000 switches or wake-ups per second cost 3.1% of one CPU; other events cost extra."},
		{RecordingCost{Plain: 900}, false, "900 ns per switch or wake-up", "10\u2009000 switches or wake-ups per second cost 0.9% of one CPU; other events cost extra."},
		{RecordingCost{Plain: 900}, true, "Not known before the recording", ""},
		{RecordingCost{}, false, "Not known before the recording", ""},
	} {
		if each, example := c.cost.Words(c.stacks); each != c.each || example != c.example {
			t.Errorf("%+v, %v: %q, %q", c.cost, c.stacks, each, example)
		}
	}
}
