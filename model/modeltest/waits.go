package modeltest

import (
	"errors"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// waiting are the categories of waits and their columns in the threads table.
var waiting = map[model.Category]string{
	model.Synchronization: "synchronization_ns", model.IO: "io_ns", model.Sleep: "sleep_ns",
	model.MemoryManagement: "memory_ns", model.UIProcessing: "ui_ns",
	model.WaitForWork: "wait_for_work_ns", model.Unclassified: "unclassified_ns",
}

// CheckWaits checks that the list of waits of threads in r is complete: for each
// category of waiting the rows add up to the times of the threads and the profile,
// and those for synchronization that a thread ended to the contention.
func CheckWaits(t *model.Trace, threads []model.ThreadIx, r model.Range) error {
	scope := measure.Scope{Range: r, Threads: threads}
	var errs []error
	waits, err := readWaits(t, scope)
	errs = append(errs, err)
	tables := map[string]*report.Table{}
	for _, name := range []string{"threads", "profile", "contention"} {
		table, err := runReport(t, name, scope)
		if err != nil {
			return err
		}
		tables[name] = table
	}
	for c, column := range waiting {
		got := waits.category[c.String()]
		if want := totalOf(tables["threads"], column); got != want {
			errs = append(errs, fmt.Errorf("waits of %v in %v: %d ns, threads %d", c, r, got, want))
		}
		if want := profileOf(tables["profile"], c); got != want {
			errs = append(errs, fmt.Errorf("waits of %v in %v: %d ns, profile %d", c, r, got, want))
		}
	}
	var contention int64
	pairs := tables["contention"].Data()
	waiter, total := columnOf(pairs, "waiter_tid"), columnOf(pairs, "total_ns")
	for row := range pairs.All() {
		if row[waiter].Kind != report.KindNone {
			contention += row[total].Int
		}
	}
	if waits.byThread != contention {
		errs = append(errs, fmt.Errorf("I26: threads ended waits of %d ns in %v, contention %d", waits.byThread, r, contention))
	}
	return errors.Join(errs...)
}

// waitSums are the sums of the rows of the list of waits.
type waitSums struct {
	category map[string]int64
	byThread int64 // for synchronization, ended by a thread
}

func readWaits(t *model.Trace, scope measure.Scope) (sums waitSums, err error) {
	sums.category = map[string]int64{}
	table, err := runReport(t, "waits", scope)
	if err != nil {
		return sums, err
	}
	category, unblocker := columnOf(table, "category"), columnOf(table, "unblocker")
	waited, lost, flags := columnOf(table, "waiting_ns"), columnOf(table, "unknown_ns"), columnOf(table, "flags")
	var errs []error
	for row := range table.All() {
		sums.category[row[category].Text] += row[waited].Int
		if row[category].Text == model.Synchronization.String() && row[unblocker].Kind != report.KindNone {
			sums.byThread += row[waited].Int
		}
		if missing := row[1].Kind == report.KindNone || row[2].Kind == report.KindNone || row[3].Kind == report.KindNone; missing && row[flags].Text == "" {
			errs = append(errs, fmt.Errorf("waits: a time of %v is missing, and no flag says why", row))
		}
		if row[waited].Int < 0 || row[lost].Int < 0 || row[waited].Int+row[lost].Int > int64(scope.Range.Len()) {
			errs = append(errs, fmt.Errorf("waits: %v is longer than the window", row))
		}
	}
	return sums, errors.Join(errs...)
}

func runReport(t *model.Trace, name string, scope measure.Scope) (*report.Table, error) {
	if a, ok := report.Find(name); ok {
		return a.Run(t, scope)
	}
	return nil, fmt.Errorf("no report %s", name)
}

func columnOf(table *report.Table, name string) int {
	return slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
}

func totalOf(table *report.Table, column string) int64 {
	return table.Total[columnOf(table, column)].Int
}

func profileOf(table *report.Table, c model.Category) (sum int64) {
	for row := range table.All() {
		if row[0].Text == c.String() {
			sum += row[1].Int
		}
	}
	return sum
}
