package runqueue

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
)

// clumped are wakes that only just count as clumps, on a machine that only just lacks the
// capacity for them.
func clumped() Clumps {
	return Clumps{
		Clock: measure.Clock{Tick: 10e6, Phase: 2e6}, Wakes: 100, Resultant: 0.8, Closely: 0.456, Chance: 0.1234,
		Mean: 0.12345, AtTicks: 1.5, Peak: 2, Utilization: 0.3,
	}
}

// TestClumpLimits tests both sides of each threshold for clumps, and the resulting
// sentences.
func TestClumpLimits(t *testing.T) {
	const none = "Wake-ups by timers and interrupts do not come in clumps."
	const found = "Wake-ups by timers and interrupts come in clumps: the threads would queue less"
	const unseen = "Wake-ups by timers and interrupts come close together, but do not count as clumps: too few threads queue"
	const room = "Wake-ups by timers and interrupts come in clumps, but the machine has enough CPU capacity"
	const late = "Wake-ups by timers and interrupts come in clumps. The machine is virtual: a hypervisor"
	for _, c := range []struct {
		name     string
		change   func(c *Clumps)
		want     string
		severity model.Severity
	}{
		{"just so", func(*Clumps) {}, found, model.SeverityWarning},
		{"no wakes", func(c *Clumps) { c.Wakes = 0 }, "Too few wake-ups by timers and interrupts to show whether they come in clumps: 0, at least 100 are needed.", model.SeverityInfo},
		{"too few", func(c *Clumps) { c.Wakes-- }, "Too few wake-ups by timers and interrupts to show whether they come in clumps: 99, at least 100 are needed.", model.SeverityInfo},
		{"too far apart", func(c *Clumps) { c.Resultant = 0.799 }, none, model.SeverityInfo},
		{"one was lost", func(c *Clumps) { c.Lost = 1 }, none, model.SeverityInfo},
		{"one was lost of many close ones", func(c *Clumps) { c.Lost, c.Resultant = 1, 0.8301 }, found, model.SeverityWarning},
		{"closely", func(c *Clumps) { c.Resultant, c.Closely, c.Chance = 0, 0.5, 0.16 }, found, model.SeverityWarning},
		{"not so closely", func(c *Clumps) { c.Resultant, c.Closely, c.Chance = 0, 0.499, 0.16 }, none, model.SeverityInfo},
		{"closely, one was lost", func(c *Clumps) { c.Resultant, c.Closely, c.Chance, c.Lost = 0, 0.5, 0.16, 1 }, none, model.SeverityInfo},
		{"closely by chance", func(c *Clumps) { c.Resultant, c.Closely, c.Chance = 0, 0.5, 0.17 }, none, model.SeverityInfo},
		{"no two queue", func(c *Clumps) { c.Peak = 1 }, unseen, model.SeverityInfo},
		{"few queue", func(c *Clumps) { c.AtTicks = 1.49 }, unseen, model.SeverityInfo},
		{"room", func(c *Clumps) { c.Utilization = 0.299 }, room, model.SeverityInfo},
		{"room, a virtual machine", func(c *Clumps) { c.Utilization, c.Virtual = 0.299, true }, late, model.SeverityWarning},
		{"a virtual machine", func(c *Clumps) { c.Virtual = true }, found, model.SeverityWarning},
	} {
		x := clumped()
		c.change(&x)
		list := x.Sentences()
		if x.Severity() != c.severity || !strings.HasPrefix(list[0], c.want) {
			t.Errorf("%s: %s: %s", c.name, x.Severity(), list[0])
		}
		if says := slices.Contains(list, "Severity: "+x.Severity().String()+"."); says != x.Found() || len(list) != 1+bit(x.Found())+3*bit(x.Wakes > 0) {
			t.Errorf("%s: found %v: %q", c.name, x.Found(), list)
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestClumpWords: all figures of clumps.
func TestClumpWords(t *testing.T) {
	c := clumped()
	want := []string{
		"100 wake-ups by timers and interrupts. Their concentration at one phase of a clock period of 10 ms is 0.800 " +
			"(mean resultant length, from 0, evenly spread, " +
			"to 1, all at the same phase). At least 0.8, from at least 100 wake-ups, indicates clumps. Most are at phase 2 ms.",
		"45.6% of these wake-ups follow another one within 500 µs (12.3% expected by chance).",
		"Run-queue length after the clock ticks: peak 2, mean 1.500. Its mean over the whole window is 0.12345. CPU utilization: 30.0%.",
	}
	if got := c.Sentences()[2:]; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestClumpTicks: the timers of systems tick 64, 100, 250 or 1000 times a second.
func TestClumpTicks(t *testing.T) {
	if want := []model.Time{15_625_000, 10_000_000, 4_000_000, 1_000_000}; !slices.Equal(clumpTicks[:], want) {
		t.Errorf("%v, want %v", clumpTicks, want)
	}
}
