package ftracetext

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
)

// TestSniffRecorded recognises all recorded texts by their contents, and nothing else.
func TestSniffRecorded(t *testing.T) {
	root := recorded.Path(t, "linux")
	claimed := 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if err != nil || d.IsDir() || packed(rel) {
			return err
		}
		data := readertest.Linux(t, strings.Split(filepath.ToSlash(rel), "/")...)
		got := Sniff(data[:min(len(data), headSize)])
		if got != isText(filepath.Base(rel)) {
			t.Errorf("%s: %v", rel, got)
		}
		if got {
			claimed++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if claimed < 30 {
		t.Errorf("%d texts", claimed)
	}
}

// packed reports whether a recorded file is packed and not a text.
func packed(name string) bool {
	return strings.HasSuffix(name, ".gz") && !strings.HasSuffix(name, ".txt.gz") && !strings.HasSuffix(name, ".html.gz")
}

// isText reports whether a recorded file is a text of ftrace, by its name.
func isText(name string) bool {
	for _, other := range []string{".expect", ".pftrace", ".zip"} {
		if strings.Contains(name, other) {
			return false
		}
	}
	for _, text := range []string{".ftrace.txt", ".report", "systrace", "ft_atrace"} {
		if strings.Contains(name, text) {
			return true
		}
	}
	return false
}

const (
	eventLine  = "            bash-845     [000] d..2.  1.000001: sched_switch: prev_comm=bash prev_pid=845 prev_prio=120 prev_state=S ==> next_comm=a next_pid=7 next_prio=120\n"
	scriptLine = "            perf 12130 [000]  2821.897209:       sched:sched_waking: comm=migration/0 pid=18 prio=0 target_cpu=000\n"
)

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		head string
		want bool
	}{
		{eventLine, true},
		{strings.TrimSuffix(eventLine, "\n"), true},
		{"\ufeff\r\n" + eventLine, true},
		{"cpus=2\n" + eventLine, true},
		{"could not load plugin x\nversion = 6\ncpus=2\n" + eventLine, true},
		{"# tracer: function_graph\n", true},
		{"CPU:0 [LOST 759 EVENTS]\n", true},
		{"CPU:0 [LOST 759 EVENTS]\n" + eventLine, true},
		{"capturing trace... done\nTRACE:\n\x78\x9c\x01\x02", true},
		{"<!DOCTYPE html>\n<html>\n<title>Android System Trace</title>", true},
		{"<!DOCTYPE html>\n<html>\n<head i18n-values=\"dir:textdirection;\">", true},
		{"<!DOCTYPE html>\n<html>\n<title>Other</title>", false},
		{"     0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581\n", true},
		{"     0.689 sleep/28346 sched:sched_switch:sleep:28346 [120] S ==> swapper/5:0 [120]\n", true},
		{scriptLine, false},
		{scriptLine + eventLine + scriptLine, false},
		{"threadlens-trace 1\n", false},
		{"PERFILE2", false},
		{"PK\x03\x04\x00\n" + eventLine, false},
		{"# comment\n", false},
		{"hello\n", false},
		{"", false},
	} {
		if got := Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%q: %v", c.head, got)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# tracer: function_graph\n#\n 0)   1.234 us    |  schedule();\n", "the tracer function_graph"},
		{"# tracer: nop\n#\n# entries-in-buffer/entries-written: 0/0   #P:2\n", "the text has no events"},
		{"# tracer: nop\n\nsched_waking: comm=a pid=1 prio=120 target_cpu=000\n", "line 3: the events have no times"},
		{"     0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581\n", "line 1: this is output of perf trace"},
		{"# tracer: nop\n372 1 2 3 4\n372 1 2 3 4\n", `line 2: expected an event as in ftrace's file “trace” (with the options raw, hex, bin and verbose off), found "372 1 2 3 4"`},
		{eventLine + "one\ntwo\n", `line 2: expected an event`},
		{"<html>\n<title>Android System Trace</title></html>", "the HTML page contains no trace"},
		{"<html><script class=\"trace-data\"", "the HTML page contains no trace"},
		{"<html><script class=\"trace-data\">{}</script>", "the HTML page contains no trace"},
		{"TRACE:\n\x78\x9cxxxxxxxxx", "unpacking the data after the line"},
	} {
		_, err := Open(context.Background(), strings.NewReader(c.text), int64(len(c.text)), "test", nil)
		if err == nil || !strings.HasPrefix(err.Error(), "ftrace: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
	if r := openLines(t, strings.TrimSuffix(eventLine, "\n"), "one"); r.Info().Diagnostics[1].Code != "unread-lines" {
		t.Errorf("as many other lines as events: %v", r.Info().Diagnostics)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, strings.NewReader(eventLine), int64(len(eventLine)), "test", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
