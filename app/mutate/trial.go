package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"threadlens/app/mutate/on"
)

// trial runs tests with mutants.
type trial struct {
	binaries []*binary
	skip     *regexp.Regexp // tests that are left out
	procs    int
	slowest  time.Duration // tests that take longer are left out
	grace    time.Duration // how much longer than ten times its own time a test may take with a mutant
	temp     string
	progress func(format string, args ...any)

	reached map[int][]*test // by mutant
	count   int             // of tests that were run
	unfit   []string        // tests that failed without a mutant, or took too long
}

// survey runs each test alone.
func (t *trial) survey(ctx context.Context) error {
	var tests []*test
	for _, b := range t.binaries {
		list, err := b.tests(ctx)
		if err != nil {
			return err
		}
		for _, x := range list {
			if !t.skip.MatchString(x.name) {
				tests = append(tests, x)
			}
		}
	}
	t.reached = map[int][]*test{}
	var mu sync.Mutex
	err := parallel(ctx, t.procs, tests, func(ctx context.Context, i int, x *test) error {
		t.progress("test %d of %d, %s %s", i+1, len(tests), x.pkg, x.name)
		ids, err := x.reach(ctx, filepath.Join(t.temp, fmt.Sprintf("reached.%d", i)), t.slowest)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case errors.Is(err, errSlow), errors.As(err, &failed{}):
			t.unfit = append(t.unfit, fmt.Sprintf("%s %s: %v", x.pkg, x.name, err))
			return nil
		case err != nil:
			return err
		}
		t.count++
		for _, id := range ids {
			t.reached[id] = append(t.reached[id], x)
		}
		return nil
	})
	slices.Sort(t.unfit)
	for _, list := range t.reached { // the quickest first
		slices.SortFunc(list, func(a, b *test) int {
			return cmp.Or(cmp.Compare(a.took, b.took), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
		})
	}
	return err
}

// verdict is the result for a mutant.
type verdict struct {
	tried   bool
	tests   int  // how many reach it
	noticed bool // one of them failed, or hung
}

// firstRound is the length of the first round for a mutant. While nothing notices it, each round is
// twice as long as the one before: few processes are started, and little is done in vain.
const firstRound = 300 * time.Millisecond

// try runs the tests that reach a mutant until one fails: first the package's own.
func (t *trial) try(ctx context.Context, m *mutant) (verdict, error) {
	tests := slices.Clone(t.reached[m.id])
	slices.SortStableFunc(tests, func(a, b *test) int { return compareBool(b.pkg == m.pkg, a.pkg == m.pkg) })
	v := verdict{tests: len(tests)}
	for round := firstRound; len(tests) > 0; round *= 2 {
		var work time.Duration
		n := 0
		for n < len(tests) && (n == 0 || work+tests[n].took <= round) {
			work += tests[n].took
			n++
		}
		noticed, err := t.round(ctx, m, tests[:n])
		if err != nil || noticed {
			v.noticed = noticed
			return v, err
		}
		tests = tests[n:]
	}
	return v, nil
}

// round runs tests with a mutant, those of a package together. A failure counts
// only if it comes twice: tests that depend on time can fail by themselves.
func (t *trial) round(ctx context.Context, m *mutant, tests []*test) (noticed bool, err error) {
	for _, b := range t.binaries {
		var names []string
		limit := t.grace
		for _, x := range tests {
			if x.binary == b {
				names = append(names, x.name)
				limit += 10 * x.took
			}
		}
		if len(names) == 0 {
			continue
		}
		for again := 0; ; again++ {
			err := b.run(ctx, slices.Clone(names), limit, on.Active+"="+strconv.Itoa(m.id))
			if errors.Is(err, errSlow) || again == 1 && errors.As(err, &failed{}) {
				return true, nil
			}
			if !errors.As(err, &failed{}) {
				if err != nil {
					return false, err
				}
				break
			}
		}
	}
	return false, nil
}

// tryAll tries each mutant.
func (t *trial) tryAll(ctx context.Context, mutants []*mutant) ([]verdict, error) {
	verdicts := make([]verdict, len(mutants))
	survived := 0
	var mu sync.Mutex
	err := parallel(ctx, t.procs, mutants, func(ctx context.Context, i int, m *mutant) error {
		v, err := t.try(ctx, m)
		mu.Lock()
		defer mu.Unlock()
		v.tried = err == nil
		verdicts[i] = v
		if !v.noticed {
			survived++
		}
		t.progress("mutant %d of %d, %d survived, %s:%d", i+1, len(mutants), survived, m.file, m.line)
		return err
	})
	return verdicts, err
}
