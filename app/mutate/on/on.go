// Package on holds the mutants that are compiled into a test binary: each call computes the
// original code, except for the one mutant that is switched on. The tool app/mutate inserts these
// calls into copies of the code; nothing else imports this package.
//
// The environment switches: THREADLENS_MUTANT is the number of the mutant that is
// on, THREADLENS_REACHED the file to which the number of each mutant is written
// the first time it is reached.
package on

import (
	"cmp"
	"os"
	"strconv"
	"sync/atomic"
)

// Limit is how many mutants there can be: their numbers are below it.
const Limit = 1 << 14

// Environment variables.
const (
	Active  = "THREADLENS_MUTANT"
	Reached = "THREADLENS_REACHED"
)

var (
	active  = number(os.Getenv(Active))
	reached = os.Getenv(Reached)
	seen    [Limit]atomic.Bool
)

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// is reports whether a mutant is switched on, and notes that it was reached.
func is(id int) bool {
	if reached != "" && !seen[id].Load() {
		note(id)
	}
	return id == active
}

// note appends a line to the file. The processes that a test starts write to the same one. It is
// closed each time, since some tests count open files.
func note(id int) {
	if seen[id].Swap(true) {
		return
	}
	f, err := os.OpenFile(reached, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(strconv.Itoa(id) + "\n")
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		panic(err)
	}
}

// Integer are the integer types.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Number are the types of ordinary arithmetic.
type Number interface {
	Integer | ~float32 | ~float64
}

// Lss is a < b, or a <= b.
func Lss[T cmp.Ordered](id int, a, b T) bool {
	if is(id) {
		return a <= b
	}
	return a < b
}

// Leq is a <= b, or a < b.
func Leq[T cmp.Ordered](id int, a, b T) bool {
	if is(id) {
		return a < b
	}
	return a <= b
}

// Gtr is a > b, or a >= b.
func Gtr[T cmp.Ordered](id int, a, b T) bool {
	if is(id) {
		return a >= b
	}
	return a > b
}

// Geq is a >= b, or a > b.
func Geq[T cmp.Ordered](id int, a, b T) bool {
	if is(id) {
		return a > b
	}
	return a >= b
}

// Add is a + b, or a - b.
func Add[T Number](id int, a, b T) T {
	if is(id) {
		return a - b
	}
	return a + b
}

// Sub is a - b, or a + b.
func Sub[T Number](id int, a, b T) T {
	if is(id) {
		return a + b
	}
	return a - b
}

// Mul is a * b, or a / b.
func Mul[T Number](id int, a, b T) T {
	if is(id) {
		return a / b
	}
	return a * b
}

// Quo is a / b, or a * b.
func Quo[T Number](id int, a, b T) T {
	if is(id) {
		return a * b
	}
	return a / b
}

// Rem is a % b, or a * b.
func Rem[T Integer](id int, a, b T) T {
	if is(id) {
		return a * b
	}
	return a % b
}

// And is a & b, or a | b.
func And[T Integer](id int, a, b T) T {
	if is(id) {
		return a | b
	}
	return a & b
}

// Or is a | b, or a & b.
func Or[T Integer](id int, a, b T) T {
	if is(id) {
		return a & b
	}
	return a | b
}

// AndNot is a &^ b, or a & b.
func AndNot[T Integer](id int, a, b T) T {
	if is(id) {
		return a & b
	}
	return a &^ b
}

// Shl is a << n, or a >> n.
func Shl[T, N Integer](id int, a T, n N) T {
	if is(id) {
		return a >> n
	}
	return a << n
}

// Shr is a >> n, or a << n.
func Shr[T, N Integer](id int, a T, n N) T {
	if is(id) {
		return a << n
	}
	return a >> n
}

// Minus is v, or -v: the right side of += and -=.
func Minus[T Number](id int, v T) T {
	if is(id) {
		return -v
	}
	return v
}

// Min is the smallest of the values, or the largest.
func Min[T cmp.Ordered](id int, v T, more ...T) T { return extreme(v, more, !is(id)) }

// Max is the largest of the values, or the smallest.
func Max[T cmp.Ordered](id int, v T, more ...T) T { return extreme(v, more, is(id)) }

func extreme[T cmp.Ordered](v T, more []T, least bool) T {
	for _, m := range more {
		if least {
			v = min(v, m)
		} else {
			v = max(v, m)
		}
	}
	return v
}

// LAnd is a && b, or a || b.
func LAnd(id int, a bool, b func() bool) bool {
	if is(id) {
		return a || b()
	}
	return a && b()
}

// LOr is a || b, or a && b.
func LOr(id int, a bool, b func() bool) bool {
	if is(id) {
		return a && b()
	}
	return a || b()
}

// Neg is v, or !v.
func Neg(id int, v bool) bool { return v != is(id) }

// Never is the condition of an early return, or false.
func Never(id int, v bool) bool { return !is(id) && v }

// Stmt reports whether a statement is executed.
func Stmt(id int) bool { return !is(id) }

// Value is a constant, or another: 1 for 0, ten times as much from a thousand on,
// and otherwise one more.
func Value[T Number](id int, v T) T {
	switch {
	case !is(id):
		return v
	case v == 0:
		return 1
	case float64(v) >= 1000 || float64(v) <= -1000:
		return v + v + v + v + v + v + v + v + v + v // 10 is not a value of int8
	}
	return v + 1
}
