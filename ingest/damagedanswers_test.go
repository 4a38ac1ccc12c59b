//go:build !race

// The sums of what is read from damaged files are those of all recorded traces: too slow with the race detector.

package ingest_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/text"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestAnswersOfDamaged notices every change in how damaged files open: the error, or what the trace
// then holds (see modeltest.Sums).
func TestAnswersOfDamaged(t *testing.T) {
	const most, draws = 256 << 10, 10
	root := recorded.Path(t)
	sums := modeltest.NewSums(t, "testdata/damaged.txt")
	for _, path := range append(sharedTraces(t), perfFiles(t)...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > most {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(filepath.ToSlash(name)))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		var all strings.Builder
		for range draws {
			damaged, how := modeltest.Damage(rng, data)
			fmt.Fprintf(&all, "%s\n%s\n", how, outcome(t, filepath.Base(path), damaged))
		}
		sums.Add(all.String(), filepath.ToSlash(name))
	}
	sums.Compare()
}

// TestAnswersOfRecords notices every change in how perf.data files open in which one record was
// shortened, or has another number in it.
func TestAnswersOfRecords(t *testing.T) {
	const most, times = 256 << 10, 2
	sums := modeltest.NewSums(t, "testdata/records.txt")
	met := map[string]int{}
	for _, path := range perfFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		if len(data) > most || len(data) < 104 || string(data[:8]) != "PERFILE2" {
			continue
		}
		at, end := le.Uint64(data[40:]), le.Uint64(data[40:])+le.Uint64(data[48:])
		for at+8 <= end && end <= uint64(len(data)) {
			typ, size := le.Uint32(data[at:]), uint64(le.Uint16(data[at+6:]))
			if size < 8 || at+size > end {
				break
			}
			kind := fmt.Sprint(typ, size)
			if met[kind]++; met[kind] <= times && size > 8 {
				rng := rand.New(rand.NewPCG(at, 3))
				for range 4 {
					damaged := bytes.Clone(data)
					how := worsen(rng, damaged[at:at+size])
					sums.Add(how+outcome(t, name, damaged), fmt.Sprintf("records of type %d", typ))
				}
			}
			at += size
		}
	}
	sums.Compare()
}

var le = binary.LittleEndian

// worsen makes a record shorter, followed by an empty record that fills its place, or changes a
// number in it.
func worsen(rng *rand.Rand, rec []byte) (how string) {
	words := len(rec) / 8
	if n := 1 + rng.IntN(min(words, 12)); n < words && rng.IntN(2) == 0 {
		const finishedRound = 68
		end := len(rec) - 8*n
		le.PutUint16(rec[6:], uint16(end))
		for i := range rec[end:] {
			rec[end+i] = 0
		}
		le.PutUint32(rec[end:], finishedRound)
		le.PutUint16(rec[end+6:], uint16(8*n))
		return fmt.Sprintf("%d bytes\n", end)
	}
	at := 8 + 4*rng.IntN((len(rec)-8)/4)
	old := le.Uint32(rec[at:])
	to := []uint32{0, 1, old + 1, old - 1, 2 * old, uint32(len(rec)), uint32(len(rec)-at) - 4, uint32(len(rec)-at) - 3, uint32(len(rec)-at-4) / 8, 1<<32 - 1}[rng.IntN(10)]
	le.PutUint32(rec[at:], to)
	return fmt.Sprintf("%d at %d\n", to, at)
}

// outcome is what is known of a file: its events, and what they are derived from.
func outcome(t *testing.T, name string, data []byte) string {
	t.Helper()
	f, err := ingest.OpenBytes(t.Context(), name, data, ingest.Options{})
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	var b strings.Builder
	w := text.NewWriter(&b, f.Info(), f.Tables())
	err = f.Events(t.Context(), func(batch []model.Event, _ model.Time) error { return w.Events(batch) })
	if err != nil {
		return b.String() + err.Error()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if p := f.Prepass(); p.Apart {
		for e := range p.Interrupts() {
			fmt.Fprintf(&b, "%+v\n", e)
		}
	}
	tr, err := ingest.LoadBytes(t.Context(), name, data, ingest.Options{})
	if err != nil {
		return b.String() + err.Error()
	}
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n", tr.Info.Diagnostics)
	return b.String()
}
