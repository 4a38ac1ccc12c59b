package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/pprof/profile"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// long is longer than a name may be.
var long = strings.Repeat("N", model.MaxName+1000)

// fit checks that a text for people is displayable and in logical order, and that names are bounded.
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
	write(t, n.trace, []byte(modeltest.Nasty()))
	write(t, n.counters, []byte("time,\"=a\x1b[1m\u202e"+long+"\"\n2026-11-21 16:00:00,1\n2026-11-21 16:00:01,2\n"))
	return n
}

// fits runs a command line, whose outputs must be fit, and returns its stdout.
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

// TestNastyTables: whatever the names of a trace and its files contain, no table can control a
// terminal, reverse text or be flooded by a name.
func TestNastyTables(t *testing.T) {
	n := newNastyFiles(t)
	for _, a := range report.List() {
		for f, breaks := range map[string]string{"text": "\n", "csv": "\n", "tsv": "\n\t", "json": "\n", "md": "\n"} {
			args := []string{"report", a.Name, n.trace, "--format", f, "--all"}
			if a.Name == "counters" {
				args = append(args, "--counters", n.counters)
			}
			out := fits(t, breaks, args...)
			if f == "json" && out != "" && !json.Valid([]byte(out)) {
				t.Errorf("%s: no JSON", a.Name)
			}
		}
	}
}

// TestNastyLines: nor can the other verbs, or their messages.
func TestNastyLines(t *testing.T) {
	n := newNastyFiles(t)
	for _, args := range [][]string{
		{"info", n.trace},
		{"info", n.trace, "--format", "json"},
		{"info", n.trace, "--format", "problem"},
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

// TestNastyDump: a dump has the names as displayed, so that it gives the same answers as its trace.
func TestNastyDump(t *testing.T) {
	n := newNastyFiles(t)
	dump := filepath.Join(n.dir, "dump.tltxt")
	first := fits(t, "\n", "dump", n.trace)
	write(t, dump, []byte(first))
	if second := fits(t, "\n", "dump", dump); second != first {
		t.Errorf("the dump is\n%.2000s\nthat of the dump\n%.2000s", first, second)
	}
	for _, a := range report.List() {
		answer := func(file string) string {
			return fits(t, "\n", "report", a.Name, file, "--format", "csv", "--all", "--quiet")
		}
		if trace, dump := answer(n.trace), answer(dump); trace != dump {
			t.Errorf("%s: the dump says\n%.2000s\nthe trace says\n%.2000s", a.Name, dump, trace)
		}
	}
}

// TestNastyPictures: pictures and profiles are well formed and contain names as displayed.
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
	for _, name := range []string{"stacks.folded", "stacks.json", "stacks.speedscope.json"} {
		data := file(name, "export", "stacks")
		fit(t, name, string(data), "\n")
		if strings.HasSuffix(name, ".json") && !json.Valid(data) {
			t.Errorf("%s is not valid JSON", name)
		}
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
