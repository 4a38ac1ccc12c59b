package container

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"threadlens/ingest/internal/recorded"
)

// FuzzArchive: whatever the bytes, nothing panics or unpacks beyond its limit,
// and errors are one clear line.
func FuzzArchive(f *testing.F) {
	files := []file{{name: "a.etl", data: trace(1, 600)}, {name: "b.txt", data: text[:500]}, {name: "c.kernel.etl", data: trace(2, 900)}}
	inner := zipOf(f, files...)
	files = append(files, file{name: "d.zip", data: inner})
	f.Add(inner)
	f.Add(zipOf(f, files...))
	f.Add((&writer7z{folders: [][]file{files}}).bytes())
	f.Add((&writer7z{folders: [][]file{files[:2], files[2:]}, packed: true}).bytes())
	f.Add((&writer7z{folders: [][]file{files[:1], files[1:]}, lzma2: true}).bytes())
	f.Add(with7zHeader(nil, []byte{id7Header, id7End}))
	f.Add(zstOf(f, trace(1, 600)))
	f.Add(zipOf(f, file{name: "a.etl.zst", data: zstOf(f, trace(1, 600))}))
	dir, _ := recorded.Dir()
	if names, err := filepath.Glob(filepath.Join(dir, "etl", "*.zip")); err == nil {
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil && len(data) < 10_000 {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, r := range []io.ReaderAt{bytes.NewReader(data), inMapped(data)} {
			checkAny(t, r, int64(len(data)))
		}
		if bytes.HasPrefix(data, []byte("7z")) && len(data) > signatureHeader7z {
			// The checksums hide most changes from the decoder, so they are recomputed.
			data = with7zHeader(nil, data[signatureHeader7z:])
			checkAny(t, bytes.NewReader(data), int64(len(data)))
		}
	})
}

func checkAny(t *testing.T, r io.ReaderAt, size int64) {
	t.Helper()
	const limit = 1 << 20
	ctx := context.Background()
	a, err := openLimited(ctx, r, size, "fuzz", newUnpacker(limit, nil))
	if err != nil {
		oneClearLine(t, "open", err)
		return
	}
	members, err := a.Traces(ctx, func(head []byte) bool { return len(head) > 0 && head[0]&1 == 0 })
	if err != nil {
		oneClearLine(t, "traces", err)
	}
	unpacked := int64(0)
	for _, m := range members {
		sources, err := a.Unpack(ctx, m)
		if err != nil {
			oneClearLine(t, "unpack", err)
			continue
		}
		s := sources[0]
		if s.Damage() != nil {
			oneClearLine(t, "damage", s.Damage())
		}
		if n, err := io.Copy(io.Discard, io.NewSectionReader(s, 0, s.Size())); err != nil || n != s.Size() {
			t.Errorf("%d of %d bytes: %v", n, s.Size(), err)
		}
		if _, ok := m.in.dir.stored(m.index); !ok {
			unpacked += s.Size()
		}
	}
	if unpacked > limit {
		t.Errorf("%d bytes unpacked", unpacked)
	}
	for _, p := range a.Problems() {
		oneClearLine(t, "problem", p)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
