package perfdata

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// fuzzSeeds are composed files of every form, and the smaller real ones where
// they are present.
func fuzzSeeds(f *testing.F) {
	f.Helper()
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		f.Add(story(f, order, 0).file())
		f.Add(story(f, order, sampleCallchain|sampleRead|sampleAddr).pipe())
		marks := story(f, order, 0)
		print := marks.trace("ftrace:print", "unsigned long ip 8 8 0", "char buf[] 16 64 0")
		for _, text := range []string{"S|5|load|90|tl1 c=42 p=1", "F|5|load|90|tl1 t=4", "E|5", "words"} {
			marks.sample(print, at(4000, 0, 50, 50), map[string]any{"ip": 1, "buf": text})
		}
		marks.feats[featDisks] = []byte(recorderMagic + disk(254, 0, 4, "vda\x00"))
		f.Add(marks.file())
		z := story(f, order, 0)
		z.compress(f, recCompressed, 200)
		f.Add(z.file())
		z = story(f, order, sampleCallchain)
		z.compress(f, recCompressed2, 900)
		f.Add(z.pipe())
	}
	if _, ok := recorded.Dir(); !ok {
		return
	}
	for _, name := range sharedFiles(f) {
		if st, err := os.Stat(name); err == nil && st.Size() < 120_000 {
			f.Add(readFile(f, name))
		}
	}
}

// FuzzReader: whatever the bytes, the reader neither panics nor breaks its contract, and its errors
// are one clear line.
func FuzzReader(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, mem := range []bool{true, false} {
			if _, err := tryDecode(data, mem); err != nil {
				oneClearLine(t, "fuzz", err)
			}
		}
	})
}

// FuzzExcerpt: of whatever opens, a part can be written, which opens too and is not much larger than
// the records of the whole.
func FuzzExcerpt(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Open(t.Context(), inMemory{readerAt{data}}, int64(len(data)), "whole", nil)
		if err != nil {
			return
		}
		defer r.Close()
		if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil {
			t.Fatal(err)
		}
		end := r.Info().End
		window := model.Range{From: end / 3, To: max(end/2, end/3+1)}
		var out bytes.Buffer
		err = r.WriteExcerpt(t.Context(), &out, &format.Excerpt{Window: window, Tables: r.Tables()})
		switch {
		case errors.Is(err, errOverwrite), errors.Is(err, errOwn):
			return
		case err != nil:
			t.Fatal(err)
		case int64(out.Len()) > int64(len(data))+r.s.in.size+4096:
			t.Errorf("%d bytes of %d", out.Len(), len(data))
		}
		if _, err := tryDecode(out.Bytes(), true); err != nil {
			t.Error(err)
		}
	})
}
