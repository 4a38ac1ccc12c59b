package main

import (
	"slices"
	"strings"
	"testing"
)

// waits is a finding about who waits for whom, and how long.
func waits(sentence string) finding {
	return finding{severity: "warning", rule: "E22", pattern: "Waits for a peer", sentence: sentence, threads: "lion 7"}
}

var quiet = finding{severity: "info", rule: "E8", pattern: "Sleep polling", sentence: "cat 3 wakes every 50 ms.", try: "Wait for an event."}

func TestJudge(t *testing.T) {
	e := expectation{
		rules: []string{"E2", "E22"}, words: [][]string{{"waited for", "takes turns"}}, names: [][]string{{"lion"}, {"tiger", "puma"}},
		numbers: [][]number{{{"waited", 5, false}, {"share", 5, true}}, {{"waits", 10, false}}}, never: []string{"herd", "event"},
	}
	truth := truths{{"waited", quantity{duration, 1e9}}, {"share", quantity{share, 50}}, {"waits", quantity{pieces, 100}}}
	right := waits("lion waited for puma 950 ms in 110 waits.")
	otherRule := right
	otherRule.rule = "E3"
	cost := waits("lion waited for tiger in 90 waits.")
	cost.cost = 1.05e9
	for name, c := range map[string]struct {
		list    []finding
		place   int
		off     []string
		nearest string
		wrong   []string
	}{
		"first":               {list: []finding{right}, place: 1},
		"by its threads":      {list: []finding{waits("takes turns with a puma for 1.05 s, 100 times.")}, place: 1},
		"third":               {list: []finding{waits("x"), waits("x"), right}, place: 3},
		"the cost":            {list: []finding{cost}, place: 1},
		"the other number":    {list: []finding{waits("waited for puma 55.0 % in 100 waits.")}, place: 1},
		"two numbers off":     {list: []finding{waits("waited for puma 949 ms, 55.1 %, in 111 waits.")}, place: 1, off: []string{"waited is 1000 ms, or share is 50 %", "waits is 100"}},
		"the other way":       {list: []finding{waits("waited for puma 1.051 s, 44.9 %, in 89 waits.")}, place: 1, off: []string{"waited is 1000 ms, or share is 50 %", "waits is 100"}},
		"units matter":        {list: []finding{waits("waited for puma 1000 µs, 100 s, 100 %.")}, place: 1, off: []string{"waited is 1000 ms, or share is 50 %", "waits is 100"}},
		"only the first says": {list: []finding{waits("waited for puma"), right}, place: 1, off: []string{"waited is 1000 ms, or share is 50 %", "waits is 100"}},
		"another rule":        {list: []finding{otherRule}, nearest: "1 lacks rule E2 or E22"},
		"nothing":             {},
		"the nearest":         {list: []finding{quiet, waits("lion waited for the sea")}, nearest: "2 lacks “tiger” or “puma”", wrong: []string{"“event” in 1"}},
		"no whole word":       {list: []finding{waits("lion waited for spumante")}, nearest: "1 lacks “tiger” or “puma”"},
		"false beside it":     {list: []finding{right, waits("A herd."), quiet, waits("herds")}, place: 1, wrong: []string{"“herd” in 2, 4", "“event” in 3"}},
		"false in place five": {list: []finding{right, right, right, right, waits("herd")}, place: 1, wrong: []string{"“herd” in 5"}},
		"six do not count":    {list: []finding{right, right, right, right, right, waits("herd")}, place: 1},
	} {
		v := e.judge(c.list, truth)
		if v.place != c.place || !slices.Equal(v.off, c.off) || strings.Join(v.nearest, "; ") != c.nearest || !slices.Equal(v.wrong, c.wrong) {
			t.Errorf("%s: %+v", name, v)
		}
	}
	none := expectation{words: [][]string{{"x"}}, numbers: [][]number{{{"height", 5, false}}}}
	if v := none.judge([]finding{waits("x")}, truth); !slices.Equal(v.off, []string{"height is not in the truth"}) {
		t.Errorf("%+v", v)
	}
}

func TestJudgeHealthy(t *testing.T) {
	e := expectation{healthy: "it sleeps"}
	if v := e.judge(nil, nil); len(v.wrong) != 0 {
		t.Errorf("%+v", v)
	}
	if v := e.judge([]finding{quiet, quiet, waits("x")}, nil); !slices.Equal(v.wrong, []string{"E8 Sleep polling", "E22 Waits for a peer"}) {
		t.Errorf("%+v", v)
	}
}

func TestHasWord(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"two locks", "lock", true},
		{"a clock", "lock", false},
		{"a clock and a lock", "lock", true},
		{"Lock-holder preemption", "lock holder", true},
		{"lock holder", "Lock-Holder", true},
		{"it says nothing", "i/o", false},
		{"wait for I/O", "i/o", true},
		{"the scheduler’s doing", "scheduler's doing", true},
		{"_lock", "lock", false},
		{"7lock", "lock", false},
		{"ülock", "lock", false},
		{"(lock)", "lock", true},
		{"", "lock", false},
	} {
		if got := hasWord(c.text, c.word); got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.text, got)
		}
	}
}

func TestQuantities(t *testing.T) {
	for text, want := range map[string]string{
		"waited 47.1 ms (85.0%) of it":         "47.1 ms, 85 %",
		"for 4.5 of 6 s in 655 pauses":         "4.5, 6000 ms, 655",
		"2\u2009735.408 ms":                    "2735 ms",
		"1\u202f834 times":                     "1834",
		"12,345 waits, 1,2":                    "12345, 1, 2",
		"every 16.7 µs, 3 us and 250 ns":       "16.7 µs, 3 µs, 0.25 µs",
		"1.98 µs/2 s":                          "1.98 µs, 2000 ms",
		"E3 in v2 of hot-5 and cpu0":           "5",
		"2 min":                                "120000 ms",
		"3 seconds, 4 minutes, 5 %s":           "3, 4, 5",
		">99.9% (≥12 ms)":                      "99.9 %, 12 ms",
		"futex 0x7fc330015da8, 95 % of 12.5 s": "0, 95 %, 12500 ms",
		"none":                                 "",
	} {
		var words []string
		for _, q := range quantities(text) {
			words = append(words, q.String())
		}
		if got := strings.Join(words, ", "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestParseTruth(t *testing.T) {
	list, err := parseTruth([]byte("waited 1.5 s\nshare 97.25 %\nrounds 100000\nclat 61.3 us\nnone 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := list.String(); got != "waited 1500 ms, share 97.2 %, rounds 100000, clat 61.3 µs, none 0" {
		t.Error(got)
	}
	if _, ok := list.of("wait"); ok {
		t.Error("a key that is not there was found")
	}
	for _, text := range []string{"", "waited\n", "waited 1 s more\n", "waited one s\n", "waited 1 week\n", "waited NaN s\n", "waited inf s\n"} {
		if list, err := parseTruth([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, list)
		}
	}
}
