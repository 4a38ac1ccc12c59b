package text_test

import (
	"bytes"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// TestHeaderLimits: the values of header statements, on both sides of their limits.
func TestHeaderLimits(t *testing.T) {
	for line, ok := range map[string]bool{
		"place 0 socket=2147483647": true,
		"place 0 socket=2147483648": false,
		"place 16383 core=1":        true,
		"place 16384 core=1":        false,
		"span 5us 6us":              true,
		"span 5us 5us":              true,
		"span 5us 4us":              false,
		"cpus 1":                    true,
		"cpus 0":                    false,
		"cpus 16384":                true,
		"cpus 16385":                false,
	} {
		_, err := text.Parse("x", []byte("threadlens-trace 1\n"+line+"\n0us cpu0 switch idle 1 wait\n"))
		if (err == nil) != ok {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestTargetOfClass: the target is the first process of its class, if no line names one.
func TestTargetOfClass(t *testing.T) {
	for source, want := range map[string]uint32{
		"process 5 a\nprocess 6 b target\nprocess 7 c target\n": 6,
		"process 5 a other\nprocess 6 b system\n":               model.NoPID,
		"target 9\nprocess 6 b target\n":                        9,
	} {
		r, _ := parse(t, "threadlens-trace 1\n"+source)
		if got := r.Info().TargetPID; got != want {
			t.Errorf("%q: %d, want %d", source, got, want)
		}
	}
}

// TestComment: a comment stays on its line, whatever it contains, and is skipped.
func TestComment(t *testing.T) {
	var out bytes.Buffer
	w := text.NewWriter(&out, &model.Info{CPUs: 1}, &model.Tables{})
	w.Comment("one\n0us cpu0\tand\x01\xffmore, as \"it\" is é")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\n# one 0us cpu0 and  more, as \"it\" is é\n") {
		t.Errorf("%q", out.String())
	}
	if _, events := parse(t, out.String()); len(events) != 0 {
		t.Errorf("%+v", events)
	}
}
