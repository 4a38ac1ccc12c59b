//go:build unix

package command

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// csvAnswer is the index, among the formats of a report, of the one that does not shorten names.
const csvAnswer = 1

// TestSymbolsFromPipe: a copy of /proc/kallsyms that comes from a pipe names the functions that
// it names as a file, in each of the traces of a call.
func TestSymbolsFromPipe(t *testing.T) {
	path := filepath.Join(tracesFolder(t), "linux", "perf", "states_full.perf.data")
	kallsyms := filepath.Join(tracesFolder(t), "linux", "workloads", "kallsyms.gz")
	pipe := filepath.Join(t.TempDir(), "list")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		data, err := os.ReadFile(kallsyms)
		if err == nil {
			err = os.WriteFile(pipe, data, 0)
		}
		if err != nil {
			t.Error(err)
		}
	}()
	want := strings.ReplaceAll(answersOf(t, path, kallsyms).report(t, "symbols")[csvAnswer], kallsyms, pipe)
	a := answersOf(t, path, pipe)
	if !strings.Contains(want, pipe) {
		t.Fatalf("no names from the list:\n%s", want)
	}
	if got := a.report(t, "symbols")[csvAnswer]; got != want {
		t.Errorf("the pipe gives\n%s\nwant\n%s", got, want)
	}
	again, err := a.call.load(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := (&answers{a.call, path, again}).report(t, "symbols")[csvAnswer]; got != want {
		t.Errorf("the second trace has\n%s\nwant\n%s", got, want)
	}
}
