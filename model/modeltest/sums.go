package modeltest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// Sums detect every change of many answers, too many to be stored: a file has a checksum
// for each of some keys. They cannot tell right from wrong: check how an answer changed.
// THREADLENS_ANSWERS=FOLDER in the environment writes the answers there, so that those of
// two versions can be compared with diff -r; THREADLENS_UPDATE=1 updates the sums.
type Sums struct {
	t     testing.TB
	path  string
	keep  string // the folder for the answers, "" for none
	byKey map[string]hash.Hash
}

// NewSums are the sums in a file. They are for one architecture: others round
// floating-point numbers differently.
func NewSums(t testing.TB, path string) *Sums {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("the sums are of amd64")
	}
	return &Sums{t: t, path: path, keep: os.Getenv("THREADLENS_ANSWERS"), byKey: map[string]hash.Hash{}}
}

// Add includes an answer in each of the keys, which are words separated by spaces.
func (s *Sums) Add(answer string, keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		h := cmp.Or(s.byKey[key], sha256.New())
		s.byKey[key] = h
		fmt.Fprintf(h, "%d %s\n", len(answer), answer)
	}
	if s.keep == "" {
		return
	}
	path := filepath.Join(append([]string{s.keep, strings.TrimSuffix(filepath.Base(s.path), ".txt")}, keys...)...)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(answer), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// Compare reports which keys have other answers than before.
func (s *Sums) Compare() {
	s.t.Helper()
	var got []string
	for _, key := range slices.Sorted(maps.Keys(s.byKey)) {
		got = append(got, fmt.Sprintf("%s %s\n", hex.EncodeToString(s.byKey[key].Sum(nil)[:6]), key))
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(s.path, []byte(strings.Join(got, "")), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	before := slices.Collect(strings.Lines(string(want)))
	for _, line := range got {
		if !slices.Contains(before, line) {
			s.t.Errorf("not as before: %s", line)
		}
	}
	if len(got) != len(before) {
		s.t.Errorf("answers of %d, before of %d", len(got), len(before))
	}
}

// Running is how long the threads run in r, including interrupts on their CPUs, all
// added up.
func Running(tr *model.Trace, threads []model.ThreadIx, r model.Range) (sum model.Time) {
	for _, ix := range threads {
		s := tr.Sums(ix, r)
		sum += s[model.Execution] + s[model.Interrupt]
	}
	return sum
}
