package text

import (
	"strconv"
	"strings"

	"threadlens/model"
)

// maxTime bounds the times of a file, about 73 years either way, so that
// differences of times never overflow.
const maxTime model.Time = 1 << 61

const (
	wantTime = "a time with a unit, such as 1.5us, no finer than 1 ns"
	wantNS   = "a duration such as 1500 (in ns) or 1.5us"
	wantTID  = `a thread id or "idle"`
)

var units = [...]struct {
	name   string
	digits int // decimals of the unit down to a nanosecond
}{{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}}

// parseTime reads a decimal number with a unit. ok is also false for values finer than a nanosecond
// or beyond maxTime.
func parseTime(s string) (t model.Time, ok bool) {
	number, negative := strings.CutPrefix(s, "-")
	end := strings.LastIndexAny(number, "0123456789") + 1
	digits := -1 // without a unit, so that any number has too many
	for _, u := range units {
		if number[end:] == u.name {
			digits = u.digits
		}
	}
	whole, fraction, _ := strings.Cut(number[:end], ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > digits || whole == "" {
		return 0, false
	}
	fraction += strings.Repeat("0", digits-len(fraction))
	n, err := strconv.ParseUint(whole+fraction, 10, 63)
	if err != nil || model.Time(n) > maxTime {
		return 0, false
	}
	if negative {
		return -model.Time(n), true
	}
	return model.Time(n), true
}

// parseNS reads a length of time, or the value of a clock: a bare number of
// nanoseconds, or one with a unit.
func parseNS(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	t, ok := parseTime(s)
	return int64(t), ok
}

// appendTime prints t in microseconds: whole, or with the necessary decimals.
func appendTime(dst []byte, t model.Time) []byte {
	n := uint64(t)
	if t < 0 {
		dst, n = append(dst, '-'), -n
	}
	dst = strconv.AppendUint(dst, n/1000, 10)
	if rest := n % 1000; rest != 0 {
		decimals := strconv.Itoa(int(1000 + rest))
		decimals = strings.TrimRight(decimals, "0")
		dst = append(append(dst, '.'), decimals[1:]...)
	}
	return append(dst, "us"...)
}

// parseUint reads a decimal number, or a hexadecimal one after 0x.
func parseUint(s string, bits int) (uint64, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		s, base = hex, 16
	}
	n, err := strconv.ParseUint(s, base, bits)
	return n, err == nil
}

// parseInt reads a number that may be negative. Hexadecimal ones have the full 64 bits, for
// addresses.
func parseInt(s string) (int64, bool) {
	if strings.HasPrefix(s, "0x") {
		n, ok := parseUint(s, 64)
		return int64(n), ok
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

func parseTID(s string) (model.TID, bool) {
	switch s {
	case "idle":
		return model.IdleTID, true
	case "-":
		return model.NoTID, true
	}
	n, ok := parseUint(s, 32)
	return model.TID(n), ok && model.TID(n) != model.NoTID
}

func parsePID(s string) (uint32, bool) {
	if s == "-" {
		return model.NoPID, true
	}
	n, ok := parseUint(s, 32)
	return uint32(n), ok && uint32(n) != model.NoPID
}

// parseCPU reads a CPU's number, with or without "cpu" before it.
func parseCPU(s string) (model.CPU, bool) {
	if s == "-" {
		return model.NoCPU, true
	}
	n, ok := parseUint(strings.TrimPrefix(s, "cpu"), 16)
	return model.CPU(n), ok && n < model.MaxCPUs
}

func appendHex(dst []byte, n uint64) []byte {
	return strconv.AppendUint(append(dst, "0x"...), n, 16)
}
