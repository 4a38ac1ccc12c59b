package text_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

func TestSniff(t *testing.T) {
	tests := []struct {
		head string
		want bool
	}{
		{"threadlens-trace 1\n", true},
		{"threadlens-trace", true},
		{"threadlens-trace 7 # from the future", true},
		{"\uFEFF\r\n# hello\n \tthreadlens-trace 1\r\n", true},
		{"threadlens-traces 1\n", false},
		{"cpus 1\nthreadlens-trace 1\n", false},
		{"# threadlens-trace 1", false},
		{"PERFILE2", false},
		{"\x00\x01\x02", false},
		{"", false},
	}
	for _, test := range tests {
		if got := text.Sniff([]byte(test.head)); got != test.want {
			t.Errorf("Sniff(%q) = %v", test.head, got)
		}
	}
}

func TestLineEnds(t *testing.T) {
	_, events := parse(t, "\uFEFFthreadlens-trace 1\r\n\r\n1us cpu0 online\r\n2us cpu0 offline")
	if len(events) != 2 {
		t.Errorf("%d events, want 2", len(events))
	}
}

// manyEvents is a source with n events of two CPUs, each in its order, where one is up to lag
// events behind the other.
func manyEvents(n, lag int) string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\n")
	random := rand.New(rand.NewPCG(7, 7))
	next := [2]int{}
	for next[0] < n || next[1] < n {
		cpu := random.IntN(2)
		if next[cpu] >= min(n, next[1-cpu]+lag) {
			cpu = 1 - cpu
		}
		fmt.Fprintf(&b, "%dus cpu%d switch %d %d wait\n", next[cpu], cpu, next[cpu]%7, (next[cpu]+1)%7)
		next[cpu]++
	}
	return b.String()
}

func TestBatches(t *testing.T) {
	const n, lag = 10_000, 50
	r, err := text.Parse("x", []byte(manyEvents(n, lag)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // Events may be called again
		batches, total := 0, 0
		settled := model.Time(-1 << 62)
		var latest model.Time
		err := r.Events(context.Background(), func(batch []model.Event, until model.Time) error {
			for _, e := range batch {
				if e.Time < settled {
					t.Fatalf("an event at %d after all before %d were settled", e.Time, settled)
				}
				latest = max(latest, e.Time)
			}
			if until < settled {
				t.Errorf("settled up to %d after %d", until, settled)
			}
			if until != model.Forever && until < latest-(lag+1)*us {
				t.Errorf("settled up to %d only, with events at %d", until, latest)
			}
			settled = until
			batches++
			total += len(batch)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if total != 2*n || batches < 4 || settled != model.Forever {
			t.Errorf("%d events in %d batches, settled up to %d at the end", total, batches, settled)
		}
	}
}

// TestPrepass: the pre-pass sees the same events whether the header contains the number of CPUs or
// not.
func TestPrepass(t *testing.T) {
	const events = "10us cpu0 irq 11us isr\n20us cpu0 switch 1 2 wait\n30us cpu1 switch 3 4 wait\n"
	for _, header := range []string{"", "cpus 2\n"} {
		r, _ := parse(t, "threadlens-trace 1\n"+header+events)
		if r.Prepass() == nil || !r.Prepass().Complete() {
			t.Errorf("header %q: the pre-pass did not decide all processors", header)
		}
	}
	r, _ := parse(t, "threadlens-trace 1\ncpus 3\n"+events)
	if r.Prepass().Complete() {
		t.Error("the pre-pass decided a processor without events")
	}
	if r, _ := parse(t, "threadlens-trace 1\ncpus 3\n"); r.Prepass() == nil {
		t.Error("no pre-pass for a file without events")
	}
}

func TestStopping(t *testing.T) {
	source := manyEvents(10_000, 1)
	r, err := text.Parse("x", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	err = r.Events(context.Background(), func([]model.Event, model.Time) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("Events returns %v, want the error of yield", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	err = r.Events(ctx, func([]model.Event, model.Time) error {
		calls++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("Events returns %v after %d batches, want it to be canceled after one", err, calls)
	}
	if _, err := text.Open(ctx, strings.NewReader(source), int64(len(source)), "x", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Open returns %v, want it to be canceled", err)
	}
}

func TestProgress(t *testing.T) {
	source := manyEvents(80_000, 1)
	var told []int64
	r, err := text.Open(context.Background(), strings.NewReader(source), int64(len(source)), "x", func(done, total int64) {
		if total != 2*int64(len(source)) || done > total {
			t.Errorf("%d bytes of %d done, of %d", done, total, len(source))
		}
		told = append(told, done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if len(told) != 2*(len(source)>>20) || !slices.IsSorted(told) {
		t.Errorf("progress %v for %d bytes", told, len(source))
	}
}

// TestProgressAtLineEnd: progress is reported with the line that completes a mebibyte, even if that
// is the last one and has no line feed; it never exceeds the file.
func TestProgressAtLineEnd(t *testing.T) {
	const opening, every = "threadlens-trace 1\ncpus 1\n1us cpu0 online\n", 1 << 20
	fill := strings.Repeat("#", every-len(opening)-1)
	for _, test := range []struct {
		what, source string
		want         []int64 // of Open and of Events
	}{
		{"a byte less", opening + fill[1:] + "\n", nil},
		{"with a line feed", opening + fill + "\n", []int64{every, 2 * every}},
		{"and a line more", opening + fill + "\n# more\n", []int64{every, every + 7 + every}},
		{"without a line feed", opening + fill, []int64{every - 1, 2 * (every - 1)}},
	} {
		var done []int64
		r, err := text.Open(t.Context(), strings.NewReader(test.source), int64(len(test.source)), "x", func(n, _ int64) { done = append(done, n) })
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(done, test.want) {
			t.Errorf("%s: %d bytes done, want %d", test.what, done, test.want)
		}
	}
}

// brokenFile fails to be read after its first bytes.
type brokenFile string

func (f brokenFile) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(f)) {
		return 0, io.ErrUnexpectedEOF
	}
	return copy(p, f[off:]), nil
}

func TestReadError(t *testing.T) {
	f := brokenFile("threadlens-trace 1\n1us cpu0 online\n")
	_, err := text.Open(context.Background(), f, 1000, "x", nil)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "x:3: ") {
		t.Errorf("Open returns %v", err)
	}
}

// TestMemoryLimit: a file of nothing but names costs many times its size in tables; beyond a bound
// it is refused.
func TestMemoryLimit(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("threadlens-trace 1\n")
	random := rand.New(rand.NewPCG(3, 3))
	for i := range 8000 {
		fmt.Fprintf(&b, "stack %d", i)
		for range 200 {
			b.Write([]byte{' ', byte('a' + random.IntN(26))})
		}
		b.WriteByte('\n')
	}
	_, err := text.Parse("x", b.Bytes())
	if err == nil || !strings.Contains(err.Error(), "expected fewer names and stacks in a file of this size") {
		t.Errorf("Parse of %d bytes returns %v", b.Len(), err)
	}
}

// TestRepeatedNames: repeated names and stacks are kept once, so that repeating them never causes a
// refusal.
func TestRepeatedNames(t *testing.T) {
	const lines, frames = 4000, 200 // each name counted again would be too much
	var b strings.Builder
	b.WriteString("threadlens-trace 1\n")
	for i := range lines {
		fmt.Fprintf(&b, "stack %d%s\n", i, strings.Repeat(" a", frames))
	}
	r, err := text.Parse("x", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Tables().Stacks.Len(); n > frames+1 {
		t.Errorf("%d nodes of stacks are kept, want %d", n, frames)
	}
}

// TestMemoryLimitOfStatements: the memory that the statements of a file require is counted, for
// every kind: a file with one more than fits is refused.
func TestMemoryLimitOfStatements(t *testing.T) {
	const opening, granted, aByte = "threadlens-trace 1\n", 64 << 20, 4
	for line, cost := range map[string]int{
		"diagnostic info a b\n": 200 + len("a") + len("b"),
		"module m\n":            250 + len("m"),
		"records k 1\n":         200 + len("k"),
		"recorded c\n":          100 + len("c"),
		"around 1 group=/a b\n": 200 + len("/a") + 100 + len("b"),
		"group / 1us 1us 0us 0 0 0us 0us 0 0 0us\n": 200 + len("/"),
	} {
		most := (granted + aByte*len(opening)) / (cost - aByte*len(line))
		for _, n := range []int{most, most + 1} {
			_, err := text.Parse("x", []byte(opening+strings.Repeat(line, n)))
			refused := err != nil && strings.Contains(err.Error(), "expected fewer names and stacks in a file of this size")
			if refused != (n > most) || !refused && err != nil {
				t.Errorf("%d lines of %q of %d: %v", n, line, most, err)
			}
		}
	}
}

func BenchmarkEvents(b *testing.B) {
	source := manyEvents(50_000, 20)
	r, err := text.Parse("x", []byte(source))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMemoryLimitOfStacks: the same for each stack and each name of a function.
func TestMemoryLimitOfStacks(t *testing.T) {
	const opening, granted, aByte = "threadlens-trace 1\n", 64 << 20, 4
	line := func(i int) string { return fmt.Sprintf("stack %06d f%06d\n", i, i) }
	cost := 50 + 150 + 100 + len("f000000") // a stack of one frame, and its name
	most := (granted + aByte*len(opening)) / (cost - aByte*len(line(0)))
	for _, n := range []int{most - 1, most + 1} { // the root of all stacks may cost something
		var b strings.Builder
		b.WriteString(opening)
		for i := range n {
			b.WriteString(line(i))
		}
		if _, err := text.Parse("x", []byte(b.String())); (err != nil) != (n > most) {
			t.Errorf("%d stacks of %d: %v", n, most, err)
		}
	}
}
