package on

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMutants checks each helper with its mutant off and on: what should change must change, and
// nothing without it.
func TestMutants(t *testing.T) {
	calls := 0
	yes := func() bool { calls++; return true }
	for _, test := range []struct {
		name    string
		f       func() any
		off, on any
	}{
		{"1 < 1", func() any { return Lss(7, 1, 1) }, false, true},
		{"2 < 1", func() any { return Lss(7, 2, 1) }, false, false},
		{"1 <= 1", func() any { return Leq(7, 1, 1) }, true, false},
		{"0 <= 1", func() any { return Leq(7, 0, 1) }, true, true},
		{"1 > 1", func() any { return Gtr(7, 1.5, 1.5) }, false, true},
		{"1 >= 1", func() any { return Geq(7, uint8(1), 1) }, true, false},
		{"7 + 2", func() any { return Add(7, 7, 2) }, 9, 5},
		{"7 - 2", func() any { return Sub(7, 7, 2) }, 5, 9},
		{"7 * 2", func() any { return Mul(7, 7, 2) }, 14, 3},
		{"7 / 2", func() any { return Quo(7, 7, 2) }, 3, 14},
		{"7 % 2", func() any { return Rem(7, 7, 2) }, 1, 14},
		{"6 & 3", func() any { return And(7, 6, 3) }, 2, 7},
		{"6 | 3", func() any { return Or(7, 6, 3) }, 7, 2},
		{"6 &^ 3", func() any { return AndNot(7, 6, 3) }, 4, 2},
		{"6 << 1", func() any { return Shl(7, 6, uint8(1)) }, 12, 3},
		{"6 >> 1", func() any { return Shr(7, 6, 1) }, 3, 12},
		{"+= 3", func() any { return Minus(7, 3) }, 3, -3},
		{"+= 3, without sign", func() any { return Minus(7, uint8(3)) }, uint8(3), uint8(253)},
		{"min", func() any { return Min(7, 5, 3, 9) }, 3, 9},
		{"max", func() any { return Max(7, 5, 3, 9) }, 9, 3},
		{"false && true", func() any { return LAnd(7, false, yes) }, false, true},
		{"true || false", func() any { return LOr(7, true, func() bool { return false }) }, true, false},
		{"condition", func() any { return Neg(7, true) }, true, false},
		{"return", func() any { return Never(7, true) }, true, false},
		{"no return", func() any { return Never(7, false) }, false, false},
		{"statement", func() any { return Stmt(7) }, true, false},
		{"0", func() any { return Value(7, 0.0) }, 0.0, 1.0},
		{"999", func() any { return Value(7, 999) }, 999, 1000},
		{"1000", func() any { return Value(7, 1000) }, 1000, 10000},
		{"-999", func() any { return Value(7, -999) }, -999, -998},
		{"-1000", func() any { return Value(7, -1000) }, -1000, -10000},
		{"another", func() any { return Value(8, 1) }, 1, 1},
	} {
		active = -1
		if got := test.f(); got != test.off {
			t.Errorf("%s: %v without a mutant, not %v", test.name, got, test.off)
		}
		active = 7
		if got := test.f(); got != test.on {
			t.Errorf("%s: %v with the mutant, not %v", test.name, got, test.on)
		}
	}
	active = -1
	if calls != 1 {
		t.Errorf("the right side of && was asked for %d times, not only when the mutant needs it", calls)
	}
}

// TestReached checks that each mutant is noted once, and only on request.
func TestReached(t *testing.T) {
	Stmt(1)
	reached = filepath.Join(t.TempDir(), "reached")
	defer func() { reached = "" }()
	Stmt(3)
	Neg(2, true)
	Stmt(3)
	text, err := os.ReadFile(reached)
	if err != nil || string(text) != "3\n2\n" {
		t.Errorf("the file says %q, %v", text, err)
	}
}
