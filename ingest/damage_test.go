package ingest_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/model/modeltest"
)

// TestDamagedFiles cuts every recorded file at random places and flips random bytes of it. Each
// must open as a trace whose invariants hold, or fail with one clear line, without taking more
// memory than is allowed for a file of its size.
func TestDamagedFiles(t *testing.T) {
	for _, path := range perfFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			h := fnv.New64a()
			h.Write([]byte(filepath.Base(path)))
			rng := rand.New(rand.NewPCG(h.Sum64(), 1))
			for range damageRounds {
				n := rng.IntN(len(data))
				openDamaged(t, data[:n], fmt.Sprintf("cut at %d", n))
				i, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
				data[i] ^= bit
				openDamaged(t, data, fmt.Sprintf("bit %#x of byte %d flipped", bit, i))
				data[i] ^= bit
			}
		})
	}
}

func openDamaged(t *testing.T, data []byte, what string) {
	t.Helper()
	tr, err := ingest.LoadBytes(t.Context(), "damaged", data, ingest.Options{})
	if err != nil {
		clearLine(t, "damaged", err, what)
		return
	}
	for _, err := range modeltest.Check(tr) {
		t.Errorf("%s: %v", what, err)
	}
}

// clearLine checks that an error is one line that names the file.
func clearLine(t *testing.T, name string, err error, what string) {
	t.Helper()
	msg := err.Error()
	if !strings.HasPrefix(msg, name+":") || strings.ContainsAny(msg, "\n\r") || len(msg) > 500 {
		t.Errorf("%s: %q is not one clear line", what, msg)
	}
}

// TestDamagedMemory checks that the total allocated for a damaged file is at most four times its
// size plus 200 MB.
func TestDamagedMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, path := range perfFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			flipped := bytes.Clone(data)
			for range 4 { // in the descriptions, where the sizes are
				flipped[rng.IntN(min(len(data), 4096))] ^= byte(1 + rng.IntN(255))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := ingest.LoadBytes(t.Context(), "damaged", flipped, ingest.Options{})
			runtime.ReadMemStats(&after)
			if err != nil {
				clearLine(t, "damaged", err, filepath.Base(path))
			}
			if got, most := after.TotalAlloc-before.TotalAlloc, uint64(4*len(data)+200_000_000); got > most {
				t.Errorf("%s: %d bytes allocated for a file of %d", filepath.Base(path), got, len(data))
			}
		}
	}
}

// TestNoTrace checks the messages for things that are not trace files.
func TestNoTrace(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cases := []struct{ name, path, want string }{
		{"missing", filepath.Join(dir, "missing"), "no such file"},
		{"folder", dir, "is a folder"},
		{"empty", write("empty", "", 0o600), "the file is empty"},
		{"other", write("other", "\x89PNG and so on", 0o600), "not a supported trace format"},
	}
	if os.Geteuid() != 0 { // root may read everything
		cases = append(cases, struct{ name, path, want string }{"secret", write("secret", "PERFILE2", 0), "no permission"})
	}
	for _, c := range cases {
		_, err := ingest.Load(t.Context(), c.path, ingest.Options{})
		if err == nil {
			t.Errorf("%s opens", c.name)
			continue
		}
		clearLine(t, c.path, err, c.name)
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not say %q", c.name, err, c.want)
		}
		if errors.Is(err, ingest.ErrFormat) != (c.name == "other") {
			t.Errorf("%s: %q: whether it is of no known format", c.name, err)
		}
	}
}
