package command

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"threadlens/model"
)

var errTime = errors.New("needs a time such as 1.5s, 250ms, 900us or 40ns, without fractions of a nanosecond")

// timeUnits are the units of times, longer ones before their own endings.
var timeUnits = []struct {
	name string
	ns   int64
}{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}}

// parseTime reads a decimal number with a unit, exactly. 0 needs no unit.
func parseTime(s string) (model.Time, error) {
	if s == "0" {
		return 0, nil
	}
	for _, u := range timeUnits {
		if number, ok := strings.CutSuffix(s, u.name); ok {
			if t, ok := scaled(strings.TrimSpace(number), u.ns); ok {
				return model.Time(t), nil
			}
			break
		}
	}
	return 0, errTime
}

// scaled is a decimal number times a power of ten, if that is a whole number in range and not
// negative.
func scaled(number string, scale int64) (int64, bool) {
	whole, frac, dotted := strings.Cut(number, ".")
	if !digits(whole) || !digits(frac) || whole+frac == "" || dotted && frac == "" {
		return 0, false
	}
	n, err := strconv.ParseInt("0"+whole, 10, 64)
	if err != nil || n > math.MaxInt64/scale-1 {
		return 0, false
	}
	n *= scale
	for _, d := range frac {
		if scale == 1 && d != '0' {
			return 0, false
		}
		if scale > 1 {
			scale /= 10
			n += int64(d-'0') * scale
		}
	}
	return n, true
}

// digits reports whether s holds nothing but decimal digits.
func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// parseWindow reads "FROM-TO", or "FROM - TO" with an en dash.
func parseWindow(s string) (model.Range, error) {
	from, to, ok := strings.Cut(strings.ReplaceAll(s, "–", "-"), "-")
	if !ok {
		return model.Range{}, errors.New("needs two times such as 7340ms-7940ms")
	}
	a, err := parseTime(strings.TrimSpace(from))
	if err != nil {
		return model.Range{}, err
	}
	b, err := parseTime(strings.TrimSpace(to))
	return model.Range{From: a, To: b}, err
}

// sizeUnits are the units of sizes in bytes.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"t", 1 << 40},
	{"b", 1},
	{"", 1},
}

// parseSize reads a number of bytes with or without a unit.
func parseSize(s string) (int64, error) {
	low := strings.ToLower(strings.TrimSpace(s))
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(low, u.name)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if n := v * u.bytes; err == nil && n >= 1 && n < 1<<60 {
			return int64(n), nil
		}
		break
	}
	return 0, errors.New("needs a size such as 512MiB or 2GiB")
}

// minMemory is the smallest limit with which the program can work.
const minMemory = 64 << 20
