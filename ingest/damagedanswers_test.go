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
	"threadlens/model/modeltest"
)

// TestAnswersOfDamaged notices every change of what is said of damaged files: the error, or
// what a trace then has (see modeltest.Sums).
func TestAnswersOfDamaged(t *testing.T) {
	const most, draws = 512 << 10, 20
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
			damaged, how := damage(rng, data)
			fmt.Fprintf(&all, "%s\n%s\n", how, outcome(t, filepath.Base(path), damaged))
		}
		sums.Add(all.String(), filepath.ToSlash(name))
	}
	sums.Compare()
}

// damage cuts a file, or sets a number of 1, 2, 4 or 8 bytes in it to one that readers
// might trip over: half of them in the first 4 KiB, where the sizes stand, or in the last.
func damage(rng *rand.Rand, data []byte) (damaged []byte, how string) {
	at := rng.IntN(len(data))
	if edge := min(len(data), 4096); rng.IntN(2) == 0 {
		at = rng.IntN(edge) + rng.IntN(2)*(len(data)-edge)
	}
	if rng.IntN(5) == 0 {
		return data[:at], fmt.Sprintf("cut at %d", at)
	}
	numbers := []uint64{0, 1, 7, 0xff, 0x7fff, 0xffff, 0x7fffffff, 1 << 31, 1<<32 - 1, 1 << 62, 1<<64 - 1, rng.Uint64()}
	n, size := numbers[rng.IntN(len(numbers))], 1<<rng.IntN(4)
	at = min(at, len(data)-min(size, len(data)))
	damaged = append(bytes.Clone(data), make([]byte, 8)...)
	kept := bytes.Clone(damaged[at+size:])
	binary.LittleEndian.PutUint64(damaged[at:], n)
	copy(damaged[at+size:], kept)
	return damaged[:len(data)], fmt.Sprintf("%d bytes of %#x at %d", size, n, at)
}

// outcome is what is known of a file.
func outcome(t *testing.T, name string, data []byte) string {
	t.Helper()
	tr, err := ingest.LoadBytes(t.Context(), name, data, ingest.Options{})
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n", tr.Info.Diagnostics)
	return b.String()
}
