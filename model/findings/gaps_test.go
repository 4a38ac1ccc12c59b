package findings_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
)

// TestGapsFindNothing: if a CPU loses events for a time, nothing is found that is not
// found in the complete recording, with thresholds just above the values there.
func TestGapsFindNothing(t *testing.T) {
	defer func() { damage = nil }()
	whole := map[string]*model.Trace{}
	for _, c := range limitCases {
		if whole[c.scene] == nil {
			damage = nil
			whole[c.scene] = limitScenes[c.scene](t)
		}
		rule, _, _ := strings.Cut(c.limit, ".")
		limits := maps.Clone(c.with)
		if limits == nil {
			limits = map[string]float64{}
		}
		limits[c.limit] = c.fails
		if outcome(t, whole[c.scene], limits, rule) != "" {
			continue
		}
		seed := fnv.New64()
		fmt.Fprint(seed, c.limit, c.scene)
		rng := rand.New(rand.NewPCG(2, seed.Sum64())) // its own: independent of the other cases
		for range 4 {
			var lost string
			damage = func(text string) string {
				text, lost = lose(text, rng)
				return text
			}
			if got := outcome(t, limitScenes[c.scene](t), limits, rule); got != "" {
				t.Errorf("%s at %v in %q, after %q: %s", c.limit, c.fails, c.scene, lost, got)
			}
		}
	}
}

// eventLine is an event of a CPU, with its time.
var eventLine = regexp.MustCompile(`^([0-9.]+)(ns|us|ms) cpu([0-9]+) `)

// lose leaves out the events of one CPU in a random stretch of a trace, and declares the
// loss.
func lose(text string, rng *rand.Rand) (damaged, loss string) {
	units := map[string]float64{"ns": 1, "us": 1e3, "ms": 1e6}
	lines := strings.Split(text, "\n")
	at := make([]int, len(lines)) // ns, -1 for no event
	cpu := make([]string, len(lines))
	last, first := 0, len(lines)
	for i, l := range lines {
		at[i] = -1
		if m := eventLine.FindStringSubmatch(l); m != nil {
			v, _ := strconv.ParseFloat(m[1], 64)
			at[i], cpu[i] = int(v*units[m[2]]+0.5), m[3]
			last, first = max(last, at[i]), min(first, i)
		}
	}
	if last == 0 {
		return text, ""
	}
	of := cpu[first+rng.IntN(len(lines)-first)]
	if of == "" {
		of = "0"
	}
	from := rng.IntN(last)
	to := from + 1 + rng.IntN(max(1, (last-from)/(1+rng.IntN(20))))
	loss = fmt.Sprintf("%dns cpu%s loss %dns", from, of, to)
	place := first
	var out []string
	for i, l := range lines {
		if at[i] >= 0 && cpu[i] == of && from <= at[i] && at[i] < to {
			continue
		}
		out = append(out, l)
		if at[i] >= 0 && cpu[i] == of && at[i] < from {
			place = len(out)
		}
	}
	return strings.Join(slices.Insert(out, min(place, len(out)), loss), "\n"), loss
}
