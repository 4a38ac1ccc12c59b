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
	waiter, total := pairs.Column("waiter_tid"), pairs.Column("total_ns")
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
	category, unblocker := table.Column("category"), table.Column("unblocker")
	waited, lost, flags := table.Column("waiting_ns"), table.Column("unknown_ns"), table.Column("flags")
	times := []int{table.Column("out_ns"), table.Column("ready_ns"), table.Column("in_ns")}
	var errs []error
	for row := range table.All() {
		sums.category[row[category].Text] += row[waited].Int
		if row[category].Text == model.Synchronization.String() && row[unblocker].Kind != report.KindNone {
			sums.byThread += row[waited].Int
		}
		isMissing := func(at int) bool { return row[at].Kind == report.KindNone }
		if slices.ContainsFunc(times, isMissing) && row[flags].Text == "" {
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

func totalOf(table *report.Table, column string) int64 {
	return table.Total[table.Column(column)].Int
}

func profileOf(table *report.Table, c model.Category) (sum int64) {
	category, time := table.Column("category"), table.Column("time_ns")
	for row := range table.All() {
		if row[category].Text == c.String() {
			sum += row[time].Int
		}
	}
	return sum
}
