package command

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// The tests of this file notice every change of what any report says of any small trace,
// and of its dump. They do not know what is right: whoever changes an answer looks at how.
// THREADLENS_ANSWERS=FOLDER writes the answers there, so that those of two versions can be
// compared with diff -r; THREADLENS_UPDATE=1 writes the sums anew.

// TestAnswersOfExamples is about our own traces.
func TestAnswersOfExamples(t *testing.T) {
	s := newSums(t, "examples")
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
			s.take(filepath.Base(file), path)
		}
	}
	s.compare()
}

// TestAnswersOfLinux and TestAnswersOfWindows are about recorded ones.
func TestAnswersOfLinux(t *testing.T)   { answersBelow(t, "linux") }
func TestAnswersOfWindows(t *testing.T) { answersBelow(t, "etl") }

// mostAnswered is how large a trace is at most of which all answers are compared, bytes.
const mostAnswered = 4 << 20

func answersBelow(t *testing.T, sub string) {
	dir := filepath.Join(tracesFolder(t), sub)
	s := newSums(t, sub)
	for _, name := range allTraces(t, dir) {
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err != nil {
			t.Fatal(err)
		} else if st.Size() <= mostAnswered {
			s.take(filepath.ToSlash(name), path)
		}
	}
	s.compare()
}

// sums are of all answers of some traces, by trace and by report.
type sums struct {
	*testing.T
	path     string
	keep     string // the folder for the answers, "" for none
	byTrace  map[string]hash.Hash
	byReport map[string]hash.Hash
}

func newSums(t *testing.T, name string) *sums {
	return &sums{
		T: t, path: filepath.Join("testdata", "answers", name+".txt"), keep: os.Getenv("THREADLENS_ANSWERS"),
		byTrace: map[string]hash.Hash{}, byReport: map[string]hash.Hash{},
	}
}

// take asks everything of a trace: of the target in the whole trace, and of all threads
// in a part.
func (s *sums) take(name, path string) {
	s.Helper()
	dump, err := os.ReadFile(dumpOf(s.T, path, "--symbols", noSymbols))
	if err != nil {
		s.Fatal(err)
	}
	s.add(name, "dump", string(dump))
	a := answersOf(s.T, path, noSymbols)
	end := a.trace.End
	part := fmt.Sprintf("--window=%dns-%dns", end/3, max(end/2, end/3+1))
	for _, r := range reports(s.Context(), a.call.userLimits()) {
		answer := append(a.report(s.T, r.Name), a.report(s.T, r.Name, "--all", part)...)
		s.add(name, r.Name, strings.Join(answer, "\n"))
	}
}

// add counts an answer in.
func (s *sums) add(trace, report, answer string) {
	s.Helper()
	for m, key := range map[*map[string]hash.Hash]string{&s.byTrace: "trace " + trace, &s.byReport: "report " + report} {
		h := cmp.Or((*m)[key], sha256.New())
		(*m)[key] = h
		fmt.Fprintf(h, "%s %s %d %s\n", trace, report, len(answer), answer)
	}
	if s.keep == "" {
		return
	}
	path := filepath.Join(s.keep, trace, report)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(answer), 0o600); err != nil {
		s.Fatal(err)
	}
}

// compare says which traces and which reports answer otherwise than before.
func (s *sums) compare() {
	s.Helper()
	var got []string
	for _, m := range []map[string]hash.Hash{s.byTrace, s.byReport} {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			got = append(got, fmt.Sprintf("%s %s\n", hex.EncodeToString(m[key].Sum(nil)[:6]), key))
		}
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(s.path, []byte(strings.Join(got, "")), 0o600); err != nil {
			s.Fatal(err)
		}
	}
	want, err := os.ReadFile(s.path)
	if err != nil {
		s.Fatal(err)
	}
	before := slices.Collect(strings.Lines(string(want)))
	for _, line := range got {
		if !slices.Contains(before, line) {
			s.Errorf("not as before: %s", line)
		}
	}
	if len(got) != len(before) {
		s.Errorf("%d traces and reports, before %d", len(got), len(before))
	}
}
