package counters

import (
	"strings"
	"testing"

	"threadlens/model"
)

// TestTimesOfTables: numbers count from the start of the trace up to 1973, and beyond are seconds
// since 1970.
func TestTimesOfTables(t *testing.T) {
	for text, want := range map[string]model.CounterClock{
		"0": model.CounterFromStart, "99999999.999": model.CounterFromStart, "100000000": model.CounterUTC, " 1700000000 ": model.CounterUTC,
		"2024-01-02T03:04:05Z": model.CounterUTC, "2024-01-02 03:04:05+01:00": model.CounterUTC, "2024-01-02T03:04:05": model.CounterLocal,
	} {
		table := table{b: &builder{}, unit: 1e9}
		if _, cause := table.time(text); cause != "" || table.b.file.Clock != want {
			t.Errorf("%q: %s, %v, want %v", text, cause, table.b.file.Clock, want)
		}
	}
}

// TestFieldsOfALine: the number of fields in a line is limited.
func TestFieldsOfALine(t *testing.T) {
	for n, ok := range map[int]bool{maxFields - 1: true, maxFields: true, maxFields + 1: false} {
		r := newCSV(strings.Repeat("x,", n-1)+"x\n", ',')
		if row, _, cause := r.next(); (cause == "") != ok || ok && len(row) != n {
			t.Errorf("%d fields: %d, %s", n, len(row), cause)
		}
		p := &sysstat{b: &builder{}}
		tooMany := p.line(1, strings.Repeat("x ", n)) == "the line has too many fields"
		if tooMany == ok {
			t.Errorf("%d words are too many: %v", n, tooMany)
		}
	}
}

// TestPDHPaths: what a path is about, with and without the machine's name.
func TestPDHPaths(t *testing.T) {
	for path, want := range map[string]model.CounterSubject{
		`\\HOST\Processor(3)\% Processor Time`:      model.CounterProcessor,
		`\Processor(3)\% Processor Time`:            model.CounterProcessor,
		`Processor(3)\% Processor Time`:             model.CounterProcessor,
		`\\HOST\Processor(_Total)\% Processor Time`: model.CounterMachine,
		`\Process(app)\% Processor Time`:            model.CounterProcess,
		`\Thread(app/0)\% Processor Time`:           model.CounterOther,
		`\Processor(3)\% User Time`:                 model.CounterOther,
		`\Memory\Available Bytes`:                   model.CounterOther,
		`% Processor Time`:                          model.CounterOther,
		`\% Processor Time`:                         model.CounterOther,
		`\\% Processor Time`:                        model.CounterOther,
		`\\HOST\\% Processor Time`:                  model.CounterOther,
		``:                                          model.CounterOther,
	} {
		if s := pdhSeries(path); s.Subject != want || s.Name != path {
			t.Errorf("%q: %v %q, want %v", path, s.Subject, s.Name, want)
		}
	}
}
