package model_test

import (
	"testing"

	"threadlens/model"
)

// TestLinuxState decodes states with the bits of an event format: preemption takes
// precedence, and unknown bits are reported.
func TestLinuxState(t *testing.T) {
	flags := []model.LinuxFlag{{Bit: 1, Letter: "S"}, {Bit: 2, Letter: "D"}, {Bit: 0x40, Letter: "P"}, {Bit: 0x100, Letter: "R+"}}
	for value, want := range map[uint64]struct {
		letter string
		known  bool
	}{
		0: {"R", true}, 1: {"S", true}, 2: {"D", true}, 3: {"S", true}, 0x40: {"P", true}, 0x100: {"R+", true}, 0x101: {"R+", true}, 0x81: {"S", false},
	} {
		r, known := model.LinuxState(flags, value)
		if letter, _ := r.Linux(); letter != want.letter || known != want.known {
			t.Errorf("%#x is %q, %v, want %q, %v", value, letter, known, want.letter, want.known)
		}
	}
}
