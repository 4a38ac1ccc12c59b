package perfdata

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/internal/wire"
)

// surviveDamage decodes a damaged file: it either opens or is refused in one
// line, and takes no longer than a multiple of what the whole file takes.
func surviveDamage(t *testing.T, what string, data []byte, whole time.Duration) {
	t.Helper()
	start := time.Now()
	_, err := tryDecode(data, true)
	if took := time.Since(start); took > 5*whole+5*thin*time.Second {
		t.Errorf("%s: %v, the whole file takes %v", what, took, whole)
	}
	if err != nil {
		oneClearLine(t, what, err)
	}
}

func oneClearLine(t *testing.T, what string, err error) {
	t.Helper()
	if s := err.Error(); !strings.HasPrefix(s, "perf.data: ") || strings.Contains(s, "\n") || len(s) > 300 {
		t.Errorf("%s: error %q", what, s)
	}
}

// TestSharedCut cuts every real file at 50 places, TestSharedFlip flips a byte at 50 places; the
// places depend on the file's name only.
func TestSharedCut(t *testing.T) {
	damageShared(t, func(data []byte, r *rand.Rand) []byte { return data[:r.IntN(len(data))] })
}

func TestSharedFlip(t *testing.T) {
	damageShared(t, func(data []byte, r *rand.Rand) []byte {
		b := bytes.Clone(data)
		// Half of them are in the descriptions, where the format is densest.
		n := len(b)
		if r.IntN(2) == 0 {
			n = min(n, 4096)
		}
		b[r.IntN(n)] ^= byte(1 + r.IntN(255))
		return b
	})
}

func damageShared(t *testing.T, damage func([]byte, *rand.Rand) []byte) {
	for _, name := range sharedFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data := readFile(t, name)
			h := fnv.New64()
			h.Write([]byte(filepath.Base(name)))
			r := rand.New(rand.NewPCG(h.Sum64(), 1))
			start := time.Now()
			_, _ = tryDecode(data, true)
			whole := time.Since(start)
			for range 50 / thin {
				surviveDamage(t, name, damage(data, r), whole)
			}
		})
	}
}

// TestCutStory cuts a composed file everywhere: the part before the cut must be there, and the loss
// reported.
func TestCutStory(t *testing.T) {
	s := story(t, wire.Little, 0)
	data := s.file()
	whole := decode(t, data, true)
	end := bytes.Index(data, s.data()) + len(s.data())
	for n := 0; n < len(data); n += thin {
		d, err := tryDecode(data[:n], true)
		if err != nil {
			oneClearLine(t, "cut", err)
			continue
		}
		if d.diag("truncated") == nil {
			t.Errorf("cut at %d: no word about it: %v", n, d.Info().Diagnostics)
		}
		if n < end && len(d.events) >= len(whole.events) {
			t.Errorf("cut at %d: %d events of %d", n, len(d.events), len(whole.events))
		}
	}
}

// TestFlipStory flips every byte of composed files, in every form.
func TestFlipStory(t *testing.T) {
	z := story(t, wire.Little, sampleCallchain)
	z.compress(t, recCompressed, 500)
	for name, data := range map[string][]byte{
		"file": story(t, wire.Little, sampleCallchain).file(),
		"pipe": story(t, wire.Big, 0).pipe(),
		"zstd": z.file(),
	} {
		for i := 0; i < len(data); i += thin {
			x := [...]byte{0x01, 0x80, 0xff, 0x10}[i%4]
			data[i] ^= x
			if _, err := tryDecode(data, i%8 < 4); err != nil {
				oneClearLine(t, name, err)
			}
			data[i] ^= x
		}
	}
}
