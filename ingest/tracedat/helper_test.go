package tracedat

import (
	"bytes"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

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
		d.Reader, err = Open(tb.Context(), readertest.InMemory(data), int64(len(data)), "test.dat", nil)
	} else {
		d.Reader, err = Open(tb.Context(), bytes.NewReader(data), int64(len(data)), "test.dat", nil)
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	d.events, d.trace = readertest.Decode(tb, d.Reader)
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
