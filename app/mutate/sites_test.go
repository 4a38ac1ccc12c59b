package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parseCode writes a package with one file and reads it, with its types.
func parseCode(t *testing.T, text string) (*code, *parsed) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := load(t.Context(), dir, "", t.TempDir(), ".")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.parse("m")
	if err != nil {
		t.Fatal(err)
	}
	return c, p
}

// TestFind checks what is mutated, and what is not because it would not compile, or could not be
// noticed.
func TestFind(t *testing.T) {
	const text = `package m

import (
	"fmt"
	"sync"
	"time"
)

const limit = 16384

type size uint8

type box[T any] struct{ n int }

func compare(a, b int, s string) bool {
	return a < b || s < "x" && a >= 0
}

func (x *box[T]) compute(a, b uint32, f float64) float64 {
	a = a<<3 | b&^1
	f *= 2e6
	x.n -= int(a % b)
	return -f / float64(min(a, b))
}

func (x box[T]) branch(a, b int, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	if a > b {
		a = b
	}
	for i := 0; i < b; i++ {
		if i == a && !done {
			continue
		}
	}
	switch {
	case a == b:
		fmt.Println(a)
	}
	switch a {
	case 1, 2:
		panic("no")
	}
	return a, nil
}

var done, table = false, [...]int{3: limit, 4: 0xabcdef}

func skipped(mu *sync.Mutex, ch chan int, n uint) {
	mu.Lock()
	defer mu.Unlock()
	_ = n
	var s [4]int
	list := make([]int, 0, 8)
	ch = make(chan int, 9)
	m := map[int]string{5: "five"}
	_, _, _ = s, list, m
	var wide uint64 = 1<<n - 0
	_ = wide
}

func steps(s size) time.Duration {
	var kept size = 255
	_ = kept
	s++
	if last := uint64(1<<64 - 1); last == 1<<63 {
		return 1<<32 - 2 + 0*1<<32
	}
	return 2 * time.Second
}
`
	want := map[string]string{
		"-": `
constant: done, table = false, [...]int{3: limit, 4: 0xabcdef} → done, table = true, [...]int{3: limit, 4: 0xabcdef}
unit: done, table = false, [...]int{3: limit, 4: 0xabcdef} → done, table = false, [...]int{3: limit * 10, 4: 0xabcdef}`,
		"compare": `
negation: a < b || s < "x" && a >= 0 → !(a < b || s < "x" && a >= 0)
and/or: a < b || s < "x" && a >= 0 → a < b && s < "x" && a >= 0
negation: a < b → a >= b
boundary: a < b → a <= b
and/or: s < "x" && a >= 0 → s < "x" || a >= 0
negation: s < "x" → s >= "x"
negation: a >= 0 → a < 0
boundary: a >= 0 → a > 0
constant: return a < b || s < "x" && a >= 0 → return a < b || s < "x" && a >= 1`,
		"box.compute": `
dropped statement: a = a<<3 | b&^1 → nothing
arithmetic: a<<3 | b&^1 → a<<3 & b&^1
arithmetic: a<<3 → a>>3
arithmetic: b&^1 → b&1
constant: a = a<<3 | b&^1 → a = a<<3 | b&^2
dropped statement: f *= 2e6 → nothing
unit: f *= 2e6 → f *= 2e6 * 10
arithmetic: x.n -= int(a % b) → x.n += int(a % b)
dropped statement: x.n -= int(a % b) → nothing
arithmetic: a % b → a * b
arithmetic: -f / float64(min(a, b)) → -f * float64(min(a, b))
arithmetic: -f → f
arithmetic: min(a, b) → max(a, b)`,
		"box.branch": `
early return: if err != nil → if false
dropped statement: a = b → nothing
constant: i := 0 → i := 1
early return: if i == a && !done → if false
negation: i == a && !done → !(i == a && !done)
and/or: i == a && !done → i == a || !done
negation: i == a → i != a
negation: !done → done
negation: a == b → a != b
dropped statement: fmt.Println(a) → nothing`,
		"skipped": `
constant: list := make([]int, 0, 8) → list := make([]int, 1, 8)
dropped statement: ch = make(chan int, 9) → nothing
constant: wide uint64 = 1<<n - 0 → wide uint64 = 2<<n - 0
constant: wide uint64 = 1<<n - 0 → wide uint64 = 1<<n - 1`,
		"steps": `
constant: kept size = 255 → kept size = 256
dropped statement: s++ → nothing
arithmetic: s++ → s--
early return: if last := uint64(1<<64 - 1); last == 1<<63 → if last := uint64(1<<64 - 1); false
negation: last == 1<<63 → last != 1<<63
unit: last == 1<<63 → last == (1<<63 * 10)
unit: return 2 * time.Second → return 2 * time.Second * 10`,
	}
	got := map[string]string{}
	c, p := parseCode(t, text)
	sites := c.find(p)
	for _, s := range sites {
		got[s.function] += "\n" + string(s.kind) + ": " + s.before + " → " + s.after
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(sortedKeys(got), sortedKeys(want))))) {
		if got[name] != want[name] {
			t.Errorf("%s has the mutants%s\nnot%s", name, got[name], want[name])
		}
	}
	for seed := range uint64(20) { // nested in any order
		mutants, copies, err := c.install(p, order(sites, seed), len(sites), 0)
		if err != nil || len(copies) != 1 || len(mutants) != len(sites) {
			t.Fatalf("seed %d: %d of %d mutants compile: %v", seed, len(mutants), len(sites), err)
		}
	}
}

// TestInstrument checks the compiled code: each operand once, in order, on its line.
func TestInstrument(t *testing.T) {
	c, p := parseCode(t, `package m // a comment

func f(a, b int) (n int) {
	if a <= b && // why
		b > 0 {
		return -a
	}
	n += max(a, b)
	n--
	return n
}
`)
	sites := c.find(p)
	_, copies, err := c.install(p, sites, len(sites), 0)
	if err != nil {
		t.Fatal(err)
	}
	const want = `package m; import switchedon "m/switchedon" // a comment

func f(a, b int) (n int) {
	if switchedon.Never(0, switchedon.Neg(1, switchedon.LAnd(2, switchedon.Neg(3, switchedon.Leq(4, a , b)) , func() bool { return ( // why
		switchedon.Neg(5, switchedon.Gtr(6, b , switchedon.Value[int](7, 0)))) }))) {
		return switchedon.Minus(8, -a)
	}
	if switchedon.Stmt(10) { n += switchedon.Minus[int](9, switchedon.Max(11, a, b)) }
	if switchedon.Stmt(12) { n -= switchedon.Minus[int](13, 1) }
	return n
}
`
	if got := string(copies[p.names[0]]); got != want {
		t.Errorf("the copy is\n%s\nnot\n%s", got, want)
	}
}

// TestFaults checks that a mutant that does not compile makes room for another, and that the others
// keep their places.
func TestFaults(t *testing.T) {
	c, p := parseCode(t, `package m

import "time"

func f(time time.Time) (time.Duration, int) { return 5 + 6, 7 }

func g() time.Duration { return 8 }
`)
	mutants, _, err := c.install(p, c.find(p), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants {
		got = append(got, m.before+" → "+m.after)
	}
	if want := "return 5 + 6, 7 → return 5 + 6, 8\nreturn 8 → return 9"; strings.Join(got, "\n") != want {
		t.Errorf("what compiles is\n%s\nnot\n%s", strings.Join(got, "\n"), want)
	}
}
