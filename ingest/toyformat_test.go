package ingest

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"threadlens/ingest/container"
	"threadlens/ingest/format"
	"threadlens/model"
)

// toyFormat is a minimal format as a folder of ingest would define it: after a first line, each
// line is a time, a CPU, and the threads that leave and take it.
func toyFormat() format.Format {
	const magic = "toy trace\n"
	return format.Format{
		Name: "toy", Title: "Toy trace", Extensions: []string{".toy"},
		Recipes: []format.Recipe{{What: "A toy trace", Command: "printf 'toy trace\\n100 0 0 8\\n' > a.toy"}},
		Sniff:   func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) },
		Open: func(_ context.Context, p []format.Part, name string, _ format.Progress) (format.Reader, error) {
			r := &toyReader{info: &model.Info{File: name, Format: "toy", Size: p[0].Size, TargetPID: 7}}
			lines := bufio.NewScanner(io.NewSectionReader(p[0].Source, int64(len(magic)), p[0].Size))
			for lines.Scan() {
				e := model.Event{Kind: model.KindSwitch, Sub: model.SubFutex}
				if _, err := fmt.Sscan(lines.Text(), &e.Time, &e.CPU, &e.TID, &e.Other); err != nil {
					return format.Opened[*toyReader](nil, fmt.Errorf("toy: %q: %w", lines.Text(), err))
				}
				r.info.CPUs = max(r.info.CPUs, int(e.CPU)+1)
				r.events = append(r.events, e)
			}
			if len(r.events) == 0 && lines.Err() == nil {
				return format.Opened[*toyReader](nil, errors.New("toy: no events"))
			}
			r.prepass = model.NewPrepass(r.info.CPUs)
			for i := range r.events {
				r.prepass.Add(&r.events[i])
			}
			return format.Opened(r, lines.Err())
		},
	}
}

type toyReader struct {
	info    *model.Info
	tables  model.Tables
	prepass *model.Prepass
	events  []model.Event
}

func (r *toyReader) Info() *model.Info       { return r.info }
func (r *toyReader) Tables() *model.Tables   { return &r.tables }
func (r *toyReader) Prepass() *model.Prepass { return r.prepass }
func (r *toyReader) Close() error            { return nil }

func (r *toyReader) Events(_ context.Context, yield func([]model.Event, model.Time) error) error {
	return yield(r.events, r.events[len(r.events)-1].Time)
}

// zipped is an archive with one file.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("a.bin")
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestToyFormat: a listed format opens like the others, by its content, also in archives; if it is
// not listed, it is not recognised.
func TestToyFormat(t *testing.T) {
	const toy = "toy trace\n100 0 0 8\n250 0 8 9\n300 0 9 0\n"
	with := Options{Formats: append(Formats(), toyFormat())}
	for name, data := range map[string][]byte{"plain": []byte(toy), "zipped": zipped(t, toy)} {
		if _, err := LoadBytes(t.Context(), name, data, Options{}); !errors.Is(err, ErrFormat) && !errors.Is(err, container.ErrNoTrace) {
			t.Errorf("%s, not listed: %v", name, err)
		}
		tr, err := LoadBytes(t.Context(), name, data, with)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ran := map[model.TID]model.Time{}
		for ix := range tr.Threads {
			ran[tr.Threads[ix].TID] = tr.Sums(model.ThreadIx(ix), tr.Whole())[model.Execution]
		}
		if tr.Info.Format != "toy" || ran[8] != 150 || ran[9] != 50 {
			t.Errorf("%s: %s, ran %v", name, tr.Info.Format, ran)
		}
	}
	if _, err := LoadBytes(t.Context(), "x", []byte("nothing\n"), with); err == nil || !strings.Contains(err.Error(), "Toy trace") {
		t.Errorf("the formats that are known: %v", err)
	}
	for _, damaged := range []string{"toy trace\n", "toy trace\nnonsense\n"} {
		if _, err := LoadBytes(t.Context(), "x", []byte(damaged), with); err == nil || !strings.Contains(err.Error(), "toy: ") {
			t.Errorf("the damaged file %q: %v", damaged, err)
		}
	}
}
