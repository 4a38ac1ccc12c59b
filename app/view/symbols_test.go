package view

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestSymbolsArrive adds a folder with names of functions: they appear in the stack that is shown,
// and nothing else changes.
func TestSymbolsArrive(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "perf-7.map"), []byte("1000 20 Server.serve\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tr := modeltest.Parse(t, "compiled", `threadlens-trace 1
cpus 1
span 0ms 540ms
os linux
process 7 "app" target
thread 1 pid=7 name="one"
stack 1 "libc.so.6!poll" "perf-7.map!" at=0x1010
0ms cpu0 switch idle 1 wait
10ms cpu0 switch 1 idle wait linux=S stack=1
`)
	tr.Info.Modules = []model.Module{{Name: "perf-7.map", Path: "/tmp/perf-7.map"}}
	w := opened(t, tr)
	w.Session.SelectAt(0, 100*ms)
	w.paneTimer.Flush()
	window := w.Session.Window()
	frames := func() string {
		var list []string
		for _, f := range w.Session.CurrentStack().Frames {
			list = append(list, f.Function)
		}
		return strings.Join(list, " ")
	}
	if got := frames(); got != "poll 0x1010" {
		t.Fatalf("at first the stack is %q", got)
	}
	if !w.Commands.Get("symbols").Can() {
		t.Error("the symbols cannot be listed")
	}
	w.AddSymbols(dir)
	kittest.Eventually(t, func() bool { return frames() == "poll Server.serve" })
	w.paneTimer.Flush()
	if w.Details.Stack.Frames[1].Function != "Server.serve" || w.Session.Window() != window {
		t.Errorf("the pane shows %+v, the window is %v", w.Details.Stack.Frames, w.Session.Window())
	}
	if !slices.Equal(w.Settings.Symbols, []string{dir}) {
		t.Errorf("the folders are %v", w.Settings.Symbols)
	}
	kittest.Eventually(t, func() bool {
		return w.status.what.Text == "2 of 2 stack frames in the trace's modules have function names"
	})
	w.Commands.Get("symbols").Do()
	if w.Modal == nil {
		t.Error("no sheet is shown")
	}
}

// TestSymbolsWithoutATrace: a folder can be added while no trace is open, for later ones.
func TestSymbolsWithoutATrace(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), t.TempDir(), "")
	t.Cleanup(w.summaries)
	w.AddSymbols("/symbols")
	if !slices.Equal(w.Settings.Symbols, []string{"/symbols"}) || w.status.what.Text != "" {
		t.Errorf("the folders are %v, the status line says %q", w.Settings.Symbols, w.status.what.Text)
	}
}
