package measure

import (
	"math"
	"strconv"
	"strings"

	"threadlens/model"
)

// Marks of numbers written for people.
const (
	thin  = "\u2009" // between thousands
	minus = "\u2212"
)

// Duration formats a duration for people: three significant digits with a unit from
// ns to s, minutes and seconds from 100 s on, hours and minutes from 100 minutes
// on.
func Duration(d model.Time) string {
	const second, minute = model.Time(1e9), model.Time(60e9)
	switch {
	case d < 0:
		return minus + Duration(max(-d, 0))
	case d < 1000:
		return strconv.FormatInt(int64(d), 10) + " ns"
	case d >= 100*minute:
		m := int64(d+minute/2) / int64(minute)
		return strconv.FormatInt(m/60, 10) + " h " + strconv.FormatInt(m%60, 10) + " min"
	case d >= 100*second:
		s := int64(d+second/2) / int64(second)
		return strconv.FormatInt(s/60, 10) + " min " + strconv.FormatInt(s%60, 10) + " s"
	}
	for _, u := range [...]struct {
		name string
		size float64
	}{{" µs", 1e3}, {" ms", 1e6}} {
		if v := float64(d) / u.size; v < 999.5 {
			return threeDigits(v) + u.name
		}
	}
	return threeDigits(float64(d)/1e9) + " s"
}

// threeDigits writes v in [1, 1000) with three significant digits.
func threeDigits(v float64) string {
	switch {
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// Instant writes a time of the trace for people: milliseconds from its start with
// three decimals, six where the window is shorter than 10 µs. Further decimals are
// truncated, not rounded.
func Instant(t model.Time, window model.Range) string {
	sign := ""
	if t < 0 {
		sign, t = minus, -t
	}
	frac := strconv.FormatInt(1_000_000+int64(t%1_000_000), 10)[1:]
	if window.Len() >= 10_000 {
		frac = frac[:3]
	}
	return sign + Count(int64(t/1_000_000)) + "." + frac + " ms"
}

// Window writes a range of time for people.
func Window(r model.Range) string {
	return strings.TrimSuffix(Instant(r.From, r), " ms") + " – " + Instant(r.To, r)
}

// Count writes a number with thin spaces between the thousands.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = minus, s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + thin + s[i:]
	}
	return sign + s
}

// Percent writes a share (100 is the whole) with the given decimals. A value other
// than zero never reads as zero, and one below 100 never as 100. A difference of
// shares may be negative.
func Percent(p float64, digits int) string {
	step := math.Pow(10, -float64(digits))
	switch {
	case p == 0:
		return "0"
	case p < 0 && p > -step/2:
		return ">" + minus + strconv.FormatFloat(step, 'f', digits, 64) + "%"
	case p < 0:
		return minus + strconv.FormatFloat(-p, 'f', digits, 64) + "%"
	case p > 0 && p < step/2:
		return "<" + strconv.FormatFloat(step, 'f', digits, 64) + "%"
	case p < 100 && p >= 100-step/2:
		return ">" + strconv.FormatFloat(100-step, 'f', digits, 64) + "%"
	}
	return strconv.FormatFloat(p, 'f', digits, 64) + "%"
}

// Change writes a difference in percent with its sign. A value other than zero
// never reads as zero.
func Change(p float64, digits int) string {
	size := math.Abs(p)
	if size == 0 {
		return "0"
	}
	s := strconv.FormatFloat(size, 'f', digits, 64) + "%"
	if size < math.Pow(10, -float64(digits))/2 {
		s = Percent(size, digits)
	}
	if p < 0 {
		return minus + s
	}
	return "+" + s
}

// Share is part of whole, for people.
func Share(part, whole model.Time) string { return Percent(100*Quotient(part, whole), 1) }

// Plural is n with its noun.
func Plural[N ~int | ~int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

// ThreadName is a thread for people: its label, if it has one, and its id.
func ThreadName(t *model.Trace, ix model.ThreadIx) string {
	id := strconv.FormatUint(uint64(t.Threads[ix].TID), 10)
	if n := t.ThreadLabel(ix); n != "" {
		return n + " " + id
	}
	return id
}

// ProcessName is a process for people: its name and its id.
func ProcessName(p *model.Process) string {
	if !p.Known {
		return "unknown process"
	}
	id := strconv.FormatUint(uint64(p.PID), 10)
	if p.Name == "" {
		return "pid " + id
	}
	return p.Title() + " (pid " + id + ")"
}

// threeSignificant formats a number that is not negative with three significant
// digits, those above a thousand in full.
func threeSignificant(v float64) string {
	switch {
	case v >= 999.5:
		return Count(int64(math.Round(v)))
	case v >= 1:
		return threeDigits(v)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
