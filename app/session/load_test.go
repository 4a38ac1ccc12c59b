package session

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"threadlens/model"
)

// result runs a job to its end and counts how often it delivers a result.
func result(t *testing.T, src Source, during func(*Job)) (*model.Trace, error) {
	t.Helper()
	type answer struct {
		trace *model.Trace
		err   error
	}
	answers := make(chan answer, 2)
	job := Start(src, func(Progress) {}, func(tr *model.Trace, err error) { answers <- answer{tr, err} })
	during(job)
	select {
	case a := <-answers:
		select {
		case <-answers:
			t.Error("a second result")
		case <-time.After(20 * time.Millisecond):
		}
		return a.trace, a.err
	case <-time.After(10 * time.Second):
		t.Fatal("no result")
	}
	return nil, nil
}

type loader = func(context.Context, func(done, total, events int64)) (*model.Trace, error)

func TestJobReportsOneResult(t *testing.T) {
	tr := story(t)
	broken := errors.New("broken at 0x30")
	tests := []struct {
		name string
		load loader
		want error
	}{
		{"a trace", func(context.Context, func(_, _, _ int64)) (*model.Trace, error) { return tr, nil }, nil},
		{"an error", func(context.Context, func(_, _, _ int64)) (*model.Trace, error) { return nil, broken }, broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := result(t, Source{Load: tt.load}, func(*Job) {})
			if !errors.Is(err, tt.want) || (got == tr) != (tt.want == nil) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// TestJobTellsItsProgress: progress is reported four times a second.
func TestJobTellsItsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		load := func(_ context.Context, tell func(_, _, _ int64)) (*model.Trace, error) {
			tell(1, 2, 3)
			time.Sleep(1100 * time.Millisecond)
			return nil, errors.New("over")
		}
		told, over := 0, make(chan bool)
		Start(Source{Load: load}, func(p Progress) {
			if told++; p.Done != 1 || p.Total != 2 || p.Events != 3 {
				t.Errorf("%+v", p)
			}
		}, func(*model.Trace, error) { close(over) })
		if <-over; told != 4 {
			t.Errorf("told %d times in a second", told)
		}
	})
}

func TestJobCancel(t *testing.T) {
	wait := func(ctx context.Context, _ func(_, _, _ int64)) (*model.Trace, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	_, err := result(t, Source{Load: wait}, func(j *Job) { j.Cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestJobSurvivesAPanic(t *testing.T) {
	_, err := result(t, Source{Name: "bad.data", Load: func(context.Context, func(_, _, _ int64)) (*model.Trace, error) {
		panic("index out of range")
	}}, func(*Job) {})
	if err == nil || !strings.Contains(err.Error(), "bad.data: internal error: index out of range") {
		t.Errorf("got %v", err)
	}
}

func TestProgress(t *testing.T) {
	p := Progress{Done: 250, Total: 1000, Events: 3_000_000, Elapsed: 2 * time.Second}
	if f, ok := p.Fraction(); !ok || f != 0.25 {
		t.Errorf("fraction %v %v", f, ok)
	}
	if p.Rate() != 1.5e6 {
		t.Errorf("rate %v", p.Rate())
	}
	for _, c := range []struct {
		done, total int64
		want        float64 // negative: not known
	}{{0, 1000, 0}, {1000, 1000, 1}, {1001, 1000, 1}, {-1, 1000, 0}, {1, 1, 1}, {5, 0, -1}, {0, 0, -1}, {5, -1, -1}} {
		f, ok := Progress{Done: c.done, Total: c.total}.Fraction()
		if !ok {
			f--
		}
		if f != c.want {
			t.Errorf("%d of %d is a fraction of %v, want %v", c.done, c.total, f, c.want)
		}
	}
	if left, ok := p.Left(); !ok || left != 6*time.Second {
		t.Errorf("left %v %v", left, ok)
	}
	for _, c := range []struct {
		done    int64
		elapsed time.Duration
		left    time.Duration // 0: no estimate
		rate    float64
	}{
		{20, 250 * time.Millisecond, 12250 * time.Millisecond, 4000},
		{19, 250 * time.Millisecond, 0, 4000},
		{20, 249 * time.Millisecond, 0, 1000 / 0.249},
		{500, 125 * time.Millisecond, 0, 8000},
		{500, 124 * time.Millisecond, 0, 0},
	} {
		p := Progress{Done: c.done, Total: 1000, Events: 1000, Elapsed: c.elapsed}
		if left, ok := p.Left(); left.Round(time.Millisecond) != c.left || ok != (c.left > 0) || math.Abs(p.Rate()-c.rate) > 1e-6 {
			t.Errorf("%d of 1000 after %v: %v left, %v a second, want %v and %v", c.done, c.elapsed, left, p.Rate(), c.left, c.rate)
		}
	}
	unknown := Progress{Events: 5, Elapsed: time.Millisecond}
	if _, ok := unknown.Left(); ok || unknown.Rate() != 0 {
		t.Error("nothing can be said in the first instant")
	}
}

func TestFileSourceReportsItsError(t *testing.T) {
	_, err := result(t, FileSource("testdata/none.data"), func(*Job) {})
	if err == nil || !strings.Contains(err.Error(), "none.data") {
		t.Errorf("got %v", err)
	}
}

func TestMemoryInUse(t *testing.T) {
	if m := MemoryInUse(); m < 1<<20 {
		t.Errorf("%d bytes in use cannot be", m)
	}
}

// TestProgressIsOfTheFile: progress counts the bytes of the file that the user opens, all of them, also
// those of an archive, in which the trace is larger.
func TestProgressIsOfTheFile(t *testing.T) {
	plain, err := os.ReadFile("testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	plain = append(plain, strings.Repeat("# so long that progress is reported\n", 200_000)...)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	f, err := z.Create("story.tltxt")
	if err == nil {
		_, err = f.Write(plain)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"story.tltxt": plain, "story.zip": packed.Bytes()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, src := range []Source{FileSource(path), DataSource(name, data)} {
			size, last, calls := int64(len(data)), int64(0), 0
			_, err := src.Load(t.Context(), func(done, total, _ int64) {
				calls++
				if total != size || done < last || done > total {
					t.Errorf("%s: %d of %d after %d; the file has %d bytes", name, done, total, last, size)
				}
				last = done
			})
			if err != nil || calls == 0 || last < size/2 {
				t.Errorf("%s: at the end %d of %d after %d calls, %v", name, last, size, calls, err)
			}
		}
	}
}
