package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"threadlens/model/modeltest"
)

// The tests of this file notice every change in any report on any small trace, and in its dump (see
// modeltest.Sums).

func answersPath(name string) string { return filepath.Join("testdata", "answers", name+".txt") }

// TestAnswersOfExamples is about our own traces.
func TestAnswersOfExamples(t *testing.T) {
	s := modeltest.NewSums(t, answersPath("examples"))
	files, err := filepath.Glob("../../model/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			if f.Name != "trace.tltxt" {
				continue
			}
			path := filepath.Join(t.TempDir(), "trace.tltxt")
			if err := os.WriteFile(path, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
			askAll(t, s, filepath.Base(file), path)
		}
	}
	s.Compare()
}

// TestAnswersOfWorlds is about random ones, in which many times are equal.
func TestAnswersOfWorlds(t *testing.T) {
	s := modeltest.NewSums(t, answersPath("worlds"))
	for seed := range uint64(56) {
		path := filepath.Join(t.TempDir(), "world.tltxt")
		if err := os.WriteFile(path, []byte(modeltest.World(seed)), 0o600); err != nil {
			t.Fatal(err)
		}
		askAll(t, s, fmt.Sprint(seed), path)
	}
	s.Compare()
}

// TestAnswersOfLinux and TestAnswersOfWindows are about recorded ones.
func TestAnswersOfLinux(t *testing.T)   { answersBelow(t, "linux") }
func TestAnswersOfWindows(t *testing.T) { answersBelow(t, "etl") }

// mostAnswered is the largest trace of which all answers are compared, bytes.
const mostAnswered = 1 << 20

// again reports whether a file is the text of a run whose binary recording is there too.
func again(name string) bool {
	return strings.HasPrefix(filepath.ToSlash(name), "cross/") && strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".txt")
}

func answersBelow(t *testing.T, sub string) {
	dir := filepath.Join(tracesFolder(t), sub)
	s := modeltest.NewSums(t, answersPath(sub))
	for _, name := range allTraces(t, dir) {
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err != nil {
			t.Fatal(err)
		} else if st.Size() <= mostAnswered && !again(name) {
			askAll(t, s, filepath.ToSlash(name), path)
		}
	}
	s.Compare()
}

// askAll runs everything on a trace: on the target in the whole trace, and on all threads in a
// part.
func askAll(t *testing.T, s *modeltest.Sums, name, path string) {
	t.Helper()
	dump, err := os.ReadFile(dumpOf(t, path, "--symbols", noSymbols))
	if err != nil {
		t.Fatal(err)
	}
	s.Add(string(dump), "trace "+name, "report dump")
	a := answersOf(t, path, noSymbols)
	end := a.trace.End
	part := fmt.Sprintf("--window=%dns-%dns", end/3, max(end/2, end/3+1))
	for _, r := range reports(t.Context(), a.call.userLimits()) {
		answer := append(a.report(t, r.Name), a.report(t, r.Name, "--all", part)...)
		s.Add(strings.Join(answer, "\n"), "trace "+name, "report "+r.Name)
	}
}
