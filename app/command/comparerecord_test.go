//go:build linux

package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCompareRecordings: of two recordings of a program with one planted difference, testdata/planted.c,
// the first three rows name it. Other work on the machine may make a larger difference: one success
// suffices.
func TestCompareRecordings(t *testing.T) {
	program := compiled(t, "planted.c")
	const workers = "planted / worker-*: "
	base := recorded(t, program)
	const tries = 3
	for _, x := range []struct {
		name, flags string
		states      []string // any of these differs
		more        bool
		counts      [2]string // of threads
	}{
		{"one more lock", "-l", []string{"Synchronization"}, true, [2]string{"4", "4"}},
		{"lower priority", "-n", []string{"Preemption", "Ready"}, true, [2]string{"4", "4"}},
		{"half the threads", "-w 2", []string{"Preemption", "Execution", "Sleep", "Ready"}, false, [2]string{"4", "2"}},
		{"one more sleep", "-s 10", []string{"Sleep"}, true, [2]string{"4", "4"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			planted := func(row map[string]string) bool {
				state, ours := strings.CutPrefix(row["name"], workers)
				d, _ := strconv.ParseFloat(row["difference_percent"], 64)
				return ours && strings.Contains(strings.Join(x.states, " "), state) && d > 0 == x.more && row["a_count"] == x.counts[0] && row["b_count"] == x.counts[1]
			}
			base := base // another one is gone after this subtest
			for range tries {
				rows := comparedRows(t, base, recorded(t, program+" "+x.flags))[:3]
				if slices.ContainsFunc(rows, planted) {
					return
				}
				t.Logf("the first rows are %v", rows)
				base = recorded(t, program)
			}
			t.Error("the first rows never name the difference")
		})
	}
}

// comparedRows are the rows of a comparison of a recording with another, or of many with others after --with, by column.
func comparedRows(t *testing.T, args ...string) (rows []map[string]string) {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := Run(context.Background(), append([]string{"compare", "--format", "csv", "--quiet"}, args...), &out, &errOut); code != ExitOK {
		t.Fatalf("exit %d: %s", code, &errOut)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// compiled is a program of testdata.
func compiled(t *testing.T, source string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		if cc, err = exec.LookPath("clang"); err != nil {
			t.Skip("there is no C compiler")
		}
	}
	program := filepath.Join(t.TempDir(), strings.TrimSuffix(source, ".c"))
	if out, err := exec.Command(cc, "-O1", "-pthread", "-o", program, filepath.Join("testdata", source)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}
