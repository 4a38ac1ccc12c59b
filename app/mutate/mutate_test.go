package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestGauge mutates a small module: a mutant that is not tried, or is judged wrongly,
// would make the score wrong. The lost step of the loop hangs, and Kept is tested by
// another package only.
func TestGauge(t *testing.T) {
	o := options{root: "testdata/gauge", mutants: 100, packages: ".", skip: "Skipped", slowest: time.Minute, grace: time.Second, procs: 2}
	var out bytes.Buffer
	if err := o.run(t.Context(), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	const want = `19 mutants of 19 possible ones, 5 tests.

  package  tried  noticed  equivalent  survived  score
  .           19       13           0         6   68 %
  all         19       13           0         6   68 %

  kind               tried  noticed  equivalent  survived  score
  boundary               2        1           0         1   50 %
  negation               6        3           0         3   50 %
  and/or                 1        0           0         1    0 %
  arithmetic             3        3           0         0  100 %
  constant               2        2           0         0  100 %
  unit                   1        0           0         1    0 %
  early return           2        2           0         0  100 %
  dropped statement      2        2           0         0  100 %
  all                   19       13           0         6   68 %

Survivors, with how many tests reach them:

gauge.go:15 Late (boundary, 1 test)
- d > 5*time.Second
+ d >= 5*time.Second

gauge.go:15 Late (unit, 1 test)
- return d > 5*time.Second
+ return d > (5*time.Second * 10)

gauge.go:29 Untested (negation, 0 tests)
- a
+ !a

gauge.go:29 Untested (and/or, 0 tests)
- a && b
+ a || b

gauge.go:29 Untested (negation, 0 tests)
- a && b
+ !(a && b)

gauge.go:29 Untested (negation, 0 tests)
- b
+ !b

Tests that were left out, since they failed without a mutant or took too long:

gauge TestBroken: failed
`
	if got := out.String(); got != want {
		t.Errorf("the report is\n%s\nnot\n%s", got, want)
	}
}

// TestAt checks that mutants are found by their place.
func TestAt(t *testing.T) {
	var out bytes.Buffer
	o := options{root: "testdata/gauge", at: "gauge.go:8 use/use.go", choice: true, skip: "^$"}
	if err := o.run(t.Context(), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`(?m)^\S+:\d+`).FindAllString(out.String(), -1)
	if want := "gauge.go:8 gauge.go:8 gauge.go:8 gauge.go:8 use/use.go:7 use/use.go:7"; strings.Join(got, " ") != want {
		t.Errorf("mutants at %q, not %s", got, want)
	}
}
