package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"threadlens/app/export"
	"threadlens/assets"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// widths are those of small, common and wide terminals.
var widths = []int{80, 120, 200}

// asText is a table as text in lines of a width.
func asText(t *testing.T, table *report.Table, width int) string {
	t.Helper()
	var b strings.Builder
	if err := export.WriteText(&b, table, export.Look{Width: width}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// demoFile is the demo trace as a file, with the names of its functions beside it.
func demoFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), assets.DemoName)
	for name, data := range map[string][]byte{path: assets.Demo(), path + ".names": assets.DemoNames()} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// firstRows are the first rows of all reports of a trace, in lines of a width.
func firstRows(t *testing.T, a *answers, width int) string {
	t.Helper()
	var b strings.Builder
	for _, r := range reports(t.Context(), a.call.userLimits()) {
		table, err := a.table(t, r.Name)
		if err != nil {
			fmt.Fprintf(&b, "$ report %s\n%v\n\n", r.Name, err)
			continue
		}
		if table, err = table.Choose(report.Choice{Top: 4}); err != nil {
			t.Fatal(err)
		}
		table.Notes = nil
		fmt.Fprintf(&b, "$ report %s\n%s\n", r.Name, asText(t, table, width))
	}
	return b.String()
}

// TestWidthsOfRecorded notices every change of the same texts of a Windows trace and of a server.
func TestWidthsOfRecorded(t *testing.T) {
	dir := tracesFolder(t)
	s := modeltest.NewSums(t, filepath.Join("testdata", "widths", "recorded.txt"))
	for name, file := range wideTraces {
		a := answersOf(t, filepath.Join(dir, filepath.FromSlash(file)), noSymbols)
		for _, width := range widths {
			s.Add(firstRows(t, a, width), fmt.Sprint(name, " ", width))
		}
	}
	s.Compare()
}

// wideTraces are recorded traces with long names and large numbers.
var wideTraces = map[string]string{"windows": "etl/win7-xperf-cswitch-slow-ppt.zip", "server": "linux/go/go_mutexown.perf.data"}

// TestWidths compares the first rows of all reports of the demo with what they were, at each width.
// THREADLENS_UPDATE=1 writes the expectations again.
func TestWidths(t *testing.T) {
	a := answersOf(t, demoFile(t))
	for _, width := range widths {
		got := firstRows(t, a, width)
		golden := filepath.Join("testdata", "widths", fmt.Sprint(width, ".txt"))
		if os.Getenv("THREADLENS_UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%d (-want +got)\n%s", width, diff)
		}
	}
}

// TestReportsFit: no line of any report of large recorded traces is too wide, every cell keeps
// enough to be recognised, and without a limit nothing is lost.
func TestReportsFit(t *testing.T) {
	dir := tracesFolder(t)
	for _, name := range wideTraces {
		a := answersOf(t, filepath.Join(dir, filepath.FromSlash(name)), noSymbols)
		for _, r := range reports(t.Context(), a.call.userLimits()) {
			table, err := a.table(t, r.Name)
			if err != nil {
				continue // the trace does not have what the report needs
			}
			if table, err = table.Choose(report.Choice{Top: 300}); err != nil {
				t.Fatal(err)
			}
			for _, width := range widths {
				checkFits(t, table, width)
			}
			checkWhole(t, table)
		}
	}
}

// checkFits checks each line of a table.
func checkFits(t *testing.T, table *report.Table, width int) {
	t.Helper()
	for line := range strings.Lines(asText(t, table, width)) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > width {
			t.Errorf("%s at %d: a line of %d: %s", table.Name, width, n, line)
		}
		if slices.Contains(strings.Split(line, "  "), "…") {
			t.Errorf("%s at %d: nothing is left of a text: %s", table.Name, width, line)
		}
	}
}

// checkWhole checks that a table without a limit has all texts.
func checkWhole(t *testing.T, table *report.Table) {
	t.Helper()
	if table.None != "" {
		return
	}
	lines := strings.Split(asText(t, table, 0), "\n")
	at := 3 // below title and heading
	for row := range table.All() {
		for i := range row {
			shown := row[i].Display
			if shown == "" {
				shown = row[i].Text
			}
			if !strings.Contains(lines[at], strings.TrimRight(model.Clean(shown), " ")) {
				t.Errorf("%s: no %q in %q", table.Name, shown, lines[at])
			}
		}
		at++
	}
}
