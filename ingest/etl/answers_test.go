package etl

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/text"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestAnswersOfDamage notices every change in how files with all kinds of records are read, where a
// few bytes are changed (see modeltest.Sums).
func TestAnswersOfDamage(t *testing.T) {
	sums := modeltest.NewSums(t, "testdata/damaged.txt")
	for name, opt := range map[string]etltest.TextOptions{
		"native": {}, "classic": {Keys: true, Style: etltest.StyleClassic}, "narrow": {Config: etltest.Config{PointerSize: 4}},
		"xpress": {Config: etltest.Config{Compression: etltest.Xpress}},
	} {
		data := small(t, opt)
		rng := rand.New(rand.NewPCG(uint64(len(data)), 11))
		for i := range 500 {
			damaged := bytes.Clone(data)
			for range 1 + rng.IntN(3) {
				at := rng.IntN(len(data))
				if rng.IntN(3) == 0 {
					at &^= 7 // where numbers begin
				}
				damaged[at] = []byte{0, 1, damaged[at] + 1, damaged[at] - 1, 0xff, uint8(rng.IntN(256))}[rng.IntN(6)]
			}
			sums.Add(answer(damaged), fmt.Sprintf("%s %d", name, i/50))
		}
	}
	sums.Compare()
}

// answer is the result of reading a file.
func answer(data []byte) string {
	r, err := openFile(context.Background(), bytes.NewReader(data), int64(len(data)), "damaged.etl", nil)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	w := text.NewWriter(&b, r.Info(), r.Tables())
	if err := r.Events(context.Background(), func(batch []model.Event, _ model.Time) error { return w.Events(batch) }); err != nil {
		return b.String() + err.Error()
	}
	if err := w.Close(); err != nil {
		return b.String() + err.Error()
	}
	if p := r.Prepass(); p.Apart {
		for e := range p.Interrupts() {
			fmt.Fprintf(&b, "%+v\n", e)
		}
	}
	return b.String()
}
