package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	for _, c := range []struct {
		text        string
		pid, parent int
		state       byte
	}{
		{"12 (lion) S 7 12 12 0", 12, 7, 'S'},
		{"12 (a) b (c) Z 7 1", 12, 7, 'Z'},
		{"12 lion S 7", 0, 0, 0},
		{"12 (lion) S", 0, 0, 0},
		{"x (lion) S 7", 0, 0, 0},
		{"12 (lion) S x", 0, 0, 0},
		{"(lion) S 7", 0, 0, 0},
		{"", 0, 0, 0},
	} {
		if pid, parent, state := parseStat([]byte(c.text)); pid != c.pid || parent != c.parent || state != c.state {
			t.Errorf("%q: %d, %d, %q", c.text, pid, parent, state)
		}
	}
}

// TestEndChildren starts a process that leaves its session and its parent.
func TestEndChildren(t *testing.T) {
	if err := adoptOrphans(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := runIn(context.Background(), dir, time.Minute, "sh", "-c", "setsid sleep 60 & echo $! >pid; exit 0"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(children(), pid) {
		t.Errorf("%v are without %d", children(), pid)
	}
	if err := endChildren(); err != nil {
		t.Error(err)
	}
	if list := children(); len(list) > 0 {
		t.Errorf("%v are left", list)
	}
}

func TestRunIn(t *testing.T) {
	dir := t.TempDir()
	// Processes left in the background do not keep the run waiting.
	if text, err := runIn(context.Background(), dir, time.Minute, "sh", "-c", "sleep 60 & pwd"); err != nil || strings.TrimSpace(string(text)) != dir {
		t.Errorf("%q, %v", text, err)
	}
	for words, want := range map[string]string{
		"echo said; echo why >&2; exit 3": "exit status 3\nsaid\nwhy",
		"sleep 60":                        "not done after 300ms",
	} {
		text, err := runIn(context.Background(), dir, 300*time.Millisecond, "sh", "-c", words)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v", words, text, err)
		}
	}
	if err := endChildren(); err != nil {
		t.Error(err)
	}
}
