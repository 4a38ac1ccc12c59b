package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/pprof/profile"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/analysis"
)

// nasty is what names of nastyTrace hold: what moves a terminal's cursor and colours it,
// turns the order of text around, breaks lines and cells, and is no text at all.
const nasty = "\x1b[31m\x1b]0;x\a\u202e\u2066\n\r\t\x00\u009b1m\u200b\xff|\"'<b>&;=,"

// long is longer than a name may be.
var long = strings.Repeat("N", model.MaxName+1000)

// nastyTrace is a trace in which everything that has a name has a nasty and long one.
func nastyTrace() string {
	name := func(kind string) string { return strconv.Quote("=" + kind + nasty + long) }
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

// fit checks that a text for people shows what it holds, in its order, and bounds names.
func fit(t *testing.T, what, text string, breaks string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: no UTF-8", what)
	}
	for at, r := range text {
		if model.Unfit(r) && !strings.ContainsRune(breaks, r) {
			t.Errorf("%s: %U after %q", what, r, text[max(0, at-60):at])
			break
		}
	}
	if strings.Contains(text, long[:model.MaxName]) {
		t.Errorf("%s: a name of more than %d bytes", what, model.MaxName)
	}
}

// nastyFiles are a nasty trace and counters in a folder with a nasty name.
type nastyFiles struct{ dir, trace, counters string }

func newNastyFiles(t *testing.T) nastyFiles {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files cannot be called so there")
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "d\x1b[31m\u202e\n\u009b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	n := nastyFiles{dir, filepath.Join(dir, "=t.tltxt"), filepath.Join(dir, "c.csv")}
	write(t, n.trace, []byte(nastyTrace()))
	write(t, n.counters, []byte("time,\"=a\x1b[1m\u202e"+long+"\"\n2026-11-21 16:00:00,1\n2026-11-21 16:00:01,2\n"))
	return n
}

// fits runs a command line, whose outputs must be fit, and returns what goes to stdout.
func fits(t *testing.T, breaks string, args ...string) string {
	t.Helper()
	out, errOut, code := run(context.Background(), args...)
	what := strings.Join(args, " ")
	if code != 0 && errOut == "" {
		t.Errorf("%q: exit %d without a word", what, code)
	}
	fit(t, what, out, breaks)
	fit(t, what+" on stderr", errOut, "\n")
	return out
}

// TestNastyTables: whatever the names of a trace, and those of its files, hold, no table can
// drive a terminal, turn text around or be flooded by a name.
func TestNastyTables(t *testing.T) {
	n := newNastyFiles(t)
	for _, a := range analysis.List() {
		for f, breaks := range map[export.Format]string{export.Text: "\n", export.CSV: "\n", export.TSV: "\n\t", export.JSON: "\n", export.Markdown: "\n"} {
			args := []string{"report", a.Name, n.trace, "--format", f.String(), "--all"}
			if a.Name == "counters" {
				args = append(args, "--counters", n.counters)
			}
			out := fits(t, breaks, args...)
			if f == export.JSON && out != "" && !json.Valid([]byte(out)) {
				t.Errorf("%s: no JSON", a.Name)
			}
		}
	}
}

// TestNastyLines: nor can the other verbs, and what they complain of.
func TestNastyLines(t *testing.T) {
	n := newNastyFiles(t)
	for _, args := range [][]string{
		{"info", n.trace},
		{"info", n.trace, "--format", "json"},
		{"findings", n.trace},
		{"findings", n.trace, "--format", "json"},
		{"symbols", n.trace},
		{"dump", n.trace, "--segments"},
		{"compare", n.trace, n.trace},
		{"report", "threads", n.dir + "/none"},
		{"report", "\x1b[31m", n.trace},
		{"report", "threads", n.trace, "--filter", "\x1b\u202e"},
		{"report", "threads", n.trace, "--\x1b\u202e"},
		{"info", n.dir},
		{"\x1b\u202e"},
		{"./\x1b\u202e"},
	} {
		fits(t, "\n", args...)
	}
}

// TestNastyDump: a dump has the names as they are shown, so that it answers as its trace does.
func TestNastyDump(t *testing.T) {
	n := newNastyFiles(t)
	dump := filepath.Join(n.dir, "dump.tltxt")
	first := fits(t, "\n", "dump", n.trace)
	write(t, dump, []byte(first))
	if second := fits(t, "\n", "dump", dump); second != first {
		t.Errorf("the dump is\n%.2000s\nthat of the dump\n%.2000s", first, second)
	}
	for _, a := range analysis.List() {
		answer := func(file string) string {
			return fits(t, "\n", "report", a.Name, file, "--format", "csv", "--all", "--quiet")
		}
		if trace, dump := answer(n.trace), answer(dump); trace != dump {
			t.Errorf("%s: the dump says\n%.2000s\nthe trace says\n%.2000s", a.Name, dump, trace)
		}
	}
}

// TestNastyPictures: pictures and profiles are well formed and hold names as they are shown.
func TestNastyPictures(t *testing.T) {
	n := newNastyFiles(t)
	file := func(name string, args ...string) []byte {
		t.Helper()
		out := filepath.Join(n.dir, name)
		fits(t, "", append(args, n.trace, "-o", out)...)
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, view := range []string{"threads", "cores", "utilization", "stacks"} {
		data := file(view+".svg", "export", view)
		fit(t, view, string(data), "\n\t")
		wellFormed(t, view, data)
	}
	p, err := profile.ParseData(file("stacks.pb.gz", "export", "stacks", "--tree", "blocking"))
	if err != nil {
		t.Fatal(err)
	}
	fit(t, "profile", p.String(), "\n\t")
	if !strings.Contains(p.String(), `\x1b[31m`) {
		t.Error("no nasty name in the profile")
	}
}

// wellFormed checks that data is XML whose texts are fit.
func wellFormed(t *testing.T, what string, data []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Errorf("%s: %v", what, err)
			}
			return
		}
		if text, ok := token.(xml.CharData); ok {
			fit(t, what, string(text), "\n\t")
		}
	}
}
