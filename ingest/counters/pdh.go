package counters

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"threadlens/model"
)

// readPDH reads what typeperf and relog write: a header of counter paths, then a row for each
// sample. The first cell of relog's header has the time zone, as minutes that UTC is ahead.
func readPDH(source string, b *builder) (int, mistake) {
	r := newCSV(source, ',')
	header, line, cause := r.next()
	if cause != "" {
		return line, cause
	}
	if len(header) < 2 {
		return line, "the header has no counters"
	}
	bias, zoned := pdhBias(header[0])
	if zoned {
		b.file.Clock = model.CounterUTC
	}
	columns := make([]int, len(header))
	for i, path := range header[1:] {
		if columns[i+1], cause = b.series(pdhSeries(path)); cause != "" {
			return line, cause
		}
	}
	for {
		row, line, cause := r.next()
		switch {
		case cause != "" || row == nil:
			return line, cause
		case len(row) < len(header) && strings.Trim(row[0][:min(1, len(row[0]))], "0123456789") != "":
			continue // typeperf's final message
		}
		if cause := b.pdhRow(row, columns, bias); cause != "" {
			return line, cause
		}
	}
}

// pdhRow adds a sample; columns are the series of the cells.
func (b *builder) pdhRow(row []string, columns []int, bias model.Time) mistake {
	t, cause := parseInstant(row[0], "01/02/2006 15:04:05.000", "01/02/2006 15:04:05")
	if cause == "" {
		cause = b.sample(t+bias, unknownInterval)
	}
	for i := 1; i < min(len(row), len(columns)) && cause == ""; i++ {
		cause = b.pdhValue(columns[i], row[i])
	}
	return cause
}

// pdhValue adds a value. typeperf writes -1 for one that it could not read.
func (b *builder) pdhValue(i int, text string) mistake {
	if strings.TrimSpace(text) == "-1" {
		text = ""
	}
	return b.field(i, text)
}

// pdhBias reads "(PDH-CSV 4.0) (Pacific Standard Time)(480)".
func pdhBias(cell string) (bias model.Time, ok bool) {
	at := strings.LastIndexByte(cell, '(')
	minutes, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(cell[at+1:]), ")"))
	if at <= 0 || err != nil || minutes < -14*60 || minutes > 14*60 {
		return 0, false
	}
	return model.Time(minutes) * 60e9, true
}

// pdhSeries finds what a counter path such as \\HOST\Process(app#1)\% Processor Time is about.
func pdhSeries(path string) model.CounterSeries {
	s := model.CounterSeries{Name: path, PID: model.NoPID, CPU: model.NoCPU}
	rest := path
	if strings.HasPrefix(rest, `\\`) { // the machine
		_, rest, _ = strings.Cut(rest[2:], `\`)
	}
	rest = strings.TrimPrefix(rest, `\`)
	at := strings.LastIndexByte(rest, '\\')
	if at < 0 {
		return s
	}
	object, counter := rest[:at], rest[at+1:]
	instance := ""
	if i := strings.IndexByte(object, '('); i >= 0 && strings.HasSuffix(object, ")") {
		object, instance = object[:i], object[i+1:len(object)-1]
	}
	if !strings.HasPrefix(counter, "% ") {
		return s
	}
	switch strings.ToLower(object) {
	case "processor", "processor information":
		s.Scale = model.ScaleMachine
		if counter == "% Processor Time" {
			s.Subject, s.CPU = pdhProcessor(instance)
		}
	case "process", "process v2", "thread":
		s.Scale = model.ScaleCore
		if counter == "% Processor Time" && !strings.EqualFold(object, "thread") {
			pdhProcess(&s, instance)
		}
	}
	return s
}

// pdhProcessor reads "_Total", "3", and with processor groups "0,_Total" and "0,3". A CPU of a
// group other than the first has another number in a trace, which is unknown.
func pdhProcessor(instance string) (model.CounterSubject, model.CPU) {
	group, number, grouped := strings.Cut(instance, ",")
	switch {
	case instance == "_Total":
		return model.CounterMachine, model.NoCPU
	case grouped && group != "0":
		return model.CounterOther, model.NoCPU
	case !grouped:
		number = instance
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n >= model.MaxCPUs {
		return model.CounterOther, model.NoCPU
	}
	return model.CounterProcessor, model.CPU(n)
}

// pdhProcess reads "app", "app#1" and, with Process V2, "app:1234". The sum of all and the idle
// process are not processes of a trace.
func pdhProcess(s *model.CounterSeries, instance string) {
	if instance == "_Total" || instance == "Idle" {
		return
	}
	s.Subject, s.Process = model.CounterProcess, instance
	if name, id, ok := strings.Cut(instance, ":"); ok {
		if pid, err := strconv.ParseUint(id, 10, 32); err == nil {
			s.Process, s.PID = name, uint32(pid)
		}
		return
	}
	if at := strings.LastIndexByte(instance, '#'); at > 0 {
		if _, err := strconv.Atoi(instance[at+1:]); err == nil {
			s.Process = instance[:at]
		}
	}
}

// rows reads CSV row by row.
type rows struct{ r *csv.Reader }

func newCSV(source string, comma rune) rows {
	r := csv.NewReader(strings.NewReader(source))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = comma, -1, true, false
	return rows{r}
}

// next returns the next row and its line; a nil row is the end.
func (r rows) next() (row []string, line int, cause mistake) {
	row, err := r.r.Read()
	if errors.Is(err, io.EOF) {
		return nil, 0, ""
	}
	var p *csv.ParseError
	if errors.As(err, &p) {
		return nil, p.StartLine, mistake(p.Err.Error())
	}
	if err != nil {
		return nil, 0, mistake(err.Error())
	}
	line, _ = r.r.FieldPos(0)
	if len(row) > maxFields {
		return nil, line, mistake(fmt.Sprintf("more than %d fields in a line", maxFields))
	}
	return row, line, ""
}
