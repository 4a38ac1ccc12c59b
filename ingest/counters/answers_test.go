package counters_test

import (
	"strings"
	"testing"

	"threadlens/ingest/counters"
	"threadlens/model/modeltest"
)

// TestAnswersOfDamaged notices every change in how files are read in which a character is changed
// or missing, or that end early (see modeltest.Sums).
func TestAnswersOfDamaged(t *testing.T) {
	s := modeltest.NewSums(t, "testdata/answers.txt")
	for _, x := range fileTests {
		ask := func(source string) {
			f, err := counters.Read(x.name, strings.NewReader(source))
			if err != nil {
				s.Add(err.Error(), x.name)
				return
			}
			s.Add(print(f), x.name)
		}
		for at := range len(x.source) {
			for _, to := range []string{"", "0", "9", "-", "x", " ", ",", ";", "\n", "\""} {
				ask(x.source[:at] + to + x.source[at+1:])
			}
			ask(x.source[:at])
		}
	}
	s.Compare()
}
