package tracedat

import (
	"bytes"
	"fmt"
	"testing"

	"threadlens/model"
)

// inMemory is a file in memory as a mapped one is.
type inMemory struct {
	*bytes.Reader
	data []byte
}

func (m inMemory) Bytes() []byte { return m.data }

// decoded is an open file with all its events.
type decoded struct {
	*Reader
	events []model.Event
	trace  *model.Trace
}

// tryDecode reads a whole file and makes its model, and checks that the reader keeps its contract.
func tryDecode(tb testing.TB, data []byte, mapped bool) (*decoded, error) {
	tb.Helper()
	d := &decoded{}
	var err error
	if mapped {
		d.Reader, err = Open(tb.Context(), inMemory{bytes.NewReader(data), data}, int64(len(data)), "test.dat", nil)
	} else {
		d.Reader, err = Open(tb.Context(), bytes.NewReader(data), int64(len(data)), "test.dat", nil)
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	b := model.NewBuilder(d.Info(), d.Tables(), d.Prepass())
	settled, last := model.Time(0), map[model.CPU]model.Time{}
	err = d.Events(tb.Context(), func(batch []model.Event, s model.Time) error {
		for i := range batch {
			e := &batch[i]
			if e.Time < settled || e.Time < last[e.CPU] {
				return fmt.Errorf("event of kind %d of CPU %d at %d, after %d and settled %d", e.Kind, e.CPU, e.Time, last[e.CPU], settled)
			}
			last[e.CPU] = e.Time
		}
		settled = max(settled, s)
		d.events = append(d.events, batch...)
		b.Feed(batch, s)
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	d.trace = b.Trace()
	return d, nil
}

// decodeFile is tryDecode of a file that must open.
func decodeFile(tb testing.TB, data []byte, mapped bool) *decoded {
	tb.Helper()
	d, err := tryDecode(tb, data, mapped)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// diagnostic is the diagnostic with a code, nil if there is none.
func (d *decoded) diagnostic(code string) *model.Diagnostic {
	for i := range d.Info().Diagnostics {
		if x := &d.Info().Diagnostics[i]; x.Code == code {
			return x
		}
	}
	return nil
}
