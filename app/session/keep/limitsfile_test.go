package keep_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/model/findings"
)

// TestLoadLimits: valid entries of the file apply, and invalid ones are reported.
func TestLoadLimits(t *testing.T) {
	for _, c := range []struct{ file, changes, problems string }{
		{"", "", "the file is not a JSON object"},
		{"[]", "", "the file is not a JSON object"},
		{"{}", "", ""},
		{`{"E3.runnable": 130, "E3.queued": 2.5}`, "E3.runnable 130 % (default 115 %); E3.queued 2.5 % (default 20 %)", ""},
		{`{"E3.nothing": 1, "E3.queued": 25}`, "E3.queued 25 % (default 20 %)", `there is no threshold "E3.nothing"`},
		{`{"E3.queued": "25", "E3.runnable": -1}`, "", "E3.queued: must be a number; threshold E3.runnable: -1 must be a number of at least 0"},
		{`{"E3.queued": 25, "E3.queued": 30}`, "", `"E3.queued" appears more than once: keep one of them`},
		{`{"E3.queued": 25`, "E3.queued 25 % (default 20 %)", "invalid JSON: the closing brace is missing"},
		{`{"E3.queued": 25, !}`, "E3.queued 25 % (default 20 %)", "invalid JSON after byte"},
		{"{" + strings.Repeat(" ", 1<<20) + "}", "", "the file is too large"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(keep.LimitsPath(dir), []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		l, problems := keep.LoadLimits(dir)
		if got := strings.Join(l.Changes(), "; "); got != c.changes {
			t.Errorf("%.40q: %q, want %q", c.file, got, c.changes)
		}
		if got := strings.Join(problems, "; "); !strings.HasPrefix(got, c.problems) || c.problems == "" && got != "" {
			t.Errorf("%.40q: problems %q, want %q", c.file, got, c.problems)
		}
	}
	if l, problems := keep.LoadLimits(t.TempDir()); problems != nil || l.Changes() != nil {
		t.Errorf("without a file: %v, %v", l.Changes(), problems)
	}
}

// TestKeepLimits: what is stored is read again, and hand-written content stays, even if it cannot
// be interpreted.
func TestKeepLimits(t *testing.T) {
	dir := t.TempDir()
	const own = "{\n  \"mine\": \"a note\",\n  \"E3.queued\": 25\n}\n"
	if err := os.WriteFile(keep.LimitsPath(dir), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(keep.KeepLimit(dir, "E3.queued", 2.5), keep.KeepLimit(dir, "E3.runnable", 130)); err != nil {
		t.Fatal(err)
	}
	l, problems := keep.LoadLimits(dir)
	if got := strings.Join(l.Changes(), "; "); got != "E3.runnable 130 % (default 115 %); E3.queued 2.5 % (default 20 %)" || len(problems) != 1 {
		t.Errorf("kept: %q, %q", got, problems)
	}
	for _, bad := range []struct {
		name  string
		value float64
	}{{"E3.nothing", 1}, {"E3.queued", -1}, {"E3.queued", math.NaN()}, {"E3.queued", math.Inf(1)}} {
		if err := keep.KeepLimit(dir, bad.name, bad.value); err == nil {
			t.Errorf("%s %v is kept", bad.name, bad.value)
		}
	}
	if err := keep.DropLimits(dir, "E3.queued", "E3.runnable", "E1.share"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(keep.LimitsPath(dir))
	if want := "{\n  \"mine\": \"a note\"\n}\n"; err != nil || string(data) != want {
		t.Errorf("%v, left %q, want %q", err, data, want)
	}
	if err := os.WriteFile(keep.LimitsPath(dir), []byte("{!"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{keep.KeepLimit(dir, "E3.queued", 1), keep.DropLimits(dir, "E3.queued")} {
		if err == nil || !strings.HasPrefix(err.Error(), "findings.json: invalid JSON after byte") {
			t.Errorf("a file that is damaged: %v", err)
		}
	}
}

// TestWriteLimits: what is written is read back, and no file is overwritten.
func TestWriteLimits(t *testing.T) {
	dir := t.TempDir()
	own, err := findings.NewLimits().With("E3.runnable", 117.25)
	if err != nil {
		t.Fatal(err)
	}
	path, err := keep.WriteLimits(dir, own)
	if err != nil || path != keep.LimitsPath(dir) {
		t.Fatal(path, err)
	}
	l, problems := keep.LoadLimits(dir)
	if got := strings.Join(l.Changes(), "; "); got != "E3.runnable 117.25 % (default 115 %)" || problems != nil {
		t.Errorf("read again: %q, %v", got, problems)
	}
	if _, err := keep.WriteLimits(dir, findings.NewLimits()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
}

// TestParseLimit: the value of a threshold is a number from 0 to a million million.
func TestParseLimit(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, " 2.5 ": 2.5, "1e3": 1000, "1000000000000": 1e12, "999999999999.5": 999999999999.5, "-0": 0} {
		if v, err := keep.ParseLimit(text); v != want || err != nil {
			t.Errorf("%q: %v, %v", text, v, err)
		}
		if again, err := keep.ParseLimit(keep.LimitText(want)); again != want || err != nil {
			t.Errorf("%v is written as %q, and read as %v, %v", want, keep.LimitText(want), again, err)
		}
	}
	for text, want := range map[string]string{
		"": "is not a number:", "x": "is not a number:", "0x10": "is not a number:", "1_000": "is not a number:", "NaN": "is not a number:", "1e400": "is not a number:",
		"-1": "is out of range: enter 0", "1000000000000.5": "is out of range: enter 0", "1e13": "is out of range: enter 0",
	} {
		if v, err := keep.ParseLimit(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", text, v, err, want)
		}
	}
}

// TestViewSize: a view file is read up to a size.
func TestViewSize(t *testing.T) {
	data := []byte(`{"format": "threadlens view", "version": 1`)
	for n, ok := range map[int]bool{keep.MaxViewSize - 1: true, keep.MaxViewSize: true, keep.MaxViewSize + 1: false} {
		long := append(bytes.Clone(data), bytes.Repeat([]byte(" "), n-len(data)-1)...)
		_, err := keep.DecodeView(append(long, '}'))
		if tooLong := err != nil && strings.Contains(err.Error(), "too large"); tooLong == ok {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
