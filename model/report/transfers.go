package report

import (
	"iter"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// transfersShown yields the disk transfers that overlap the window, by device,
// direction and start: those of the threads shown, and those whose issuer is
// unknown.
func transfersShown(t *model.Trace, s *measure.Scope) iter.Seq2[*model.Disk, *model.IOTransfer] {
	set := measure.InSet(t, s.Threads)
	all := len(s.Threads) == len(measure.Visible(t))
	return func(yield func(*model.Disk, *model.IOTransfer) bool) {
		for d := range t.Disks {
			disk := &t.Disks[d]
			for i := range disk.Channels {
				c := &disk.Channels[i]
				for k := range c.In(s.Range) {
					x := &t.IOs[c.List[k]]
					if (all || x.Thread == model.NoThread || set[x.Thread]) && !yield(disk, x) {
						return
					}
				}
			}
		}
	}
}

// Waited is how long the issuer of a transfer waited for I/O or for memory while it
// was under way, 0 if the issuer is unknown.
func Waited(t *model.Trace, x *model.IOTransfer) (sum model.Time) {
	if x.Thread == model.NoThread {
		return 0
	}
	sums := t.Sums(x.Thread, x.Range)
	return sums[model.IO] + sums[model.MemoryManagement]
}

// diskTransfers has one row per transfer, unclipped. There may be millions, so the
// rows are streamed.
func diskTransfers(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "disk", "Disk operations", "service_ns"
	table.Columns = []Column{
		{Name: "device", Title: "Device", Kind: KindText},
		{Name: "direction", Title: "Operation", Kind: KindText},
		{Name: "thread", Title: "Issued by", Kind: KindThread},
		{Name: "issue_ns", Title: "Issued", Kind: KindInstant},
		{Name: "done_ns", Title: "Completed", Kind: KindInstant, Minor: true},
		{Name: "service_ns", Title: "Service time", Kind: KindDuration, Group: "time"},
		{Name: "waited_ns", Title: "Issuer waited", Kind: KindDuration, Group: "time"},
		{Name: "bytes", Title: "Bytes", Kind: KindCount},
		{Name: "paging", Title: "Paging", Kind: KindText, Sparse: true, Minor: true},
		{Name: "file", Title: "File", Kind: KindText, Sparse: true},
	}
	table.Stream = func(yield func([]Value) bool) {
		names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
		row := make([]Value, len(table.Columns))
		for d, x := range transfersShown(t, &s) {
			row[0], row[1], row[2] = optional(t.String(d.Device)), text(x.Direction.String()), names.of(x.Thread)
			row[3], row[4] = instant(x.From), instant(x.To)
			row[5], row[6] = duration(x.Len()), Value{}
			if x.Thread != model.NoThread {
				row[6] = duration(Waited(t, x))
			}
			row[7], row[8], row[9] = count(x.Bytes), Value{}, optional(t.String(x.File))
			if x.Paging {
				row[8] = text("page file")
			}
			if !yield(row) {
				return
			}
		}
	}
	table.Notes = append([]string{
		"Transfers under way in " + measure.Window(s.Range) + ", issued by the threads shown or by unknown threads. They are shown in full, including the parts outside the window.",
		"Issuer waited: the time in which the issuing thread waited for I/O or memory while the transfer was under way.",
	}, append(unfinishedNote(t, &s), noDisks(t)...)...)
	return nil
}

// noDisks notes that the trace contains nothing about disks, if so.
func noDisks(t *model.Trace) []string {
	if t.Info.Has.Disk {
		return nil
	}
	return []string{"Disk transfers were not recorded."}
}

// DiskUse sums up the transfers of a device in one direction.
type DiskUse struct {
	Device    model.StringID
	Direction model.Direction
	Count     int
	Bytes     int64
	// Busy is the time inside the window during which at least one of them was
	// under way, Service their total: Service / Busy is the mean number under way
	// at a time.
	Busy, Service model.Time
	// Lengths summarizes their whole service times, inside and outside the window.
	Lengths measure.Latency
	// Waited is how long the issuers waited for I/O or memory during them.
	Waited model.Time
}

// unfinishedOf is how many transfers of the threads that started in the window have no
// end in the trace, by direction.
func unfinishedOf(t *model.Trace, s *measure.Scope) (n [model.NumDirections]int, sum int) {
	set := measure.InSet(t, s.Threads)
	for i := range t.Unfinished {
		if x := &t.Unfinished[i]; set[x.Thread] && s.Range.Contains(x.From) {
			n[x.Direction]++
			sum++
		}
	}
	return n, sum
}

// unfinishedNote says how many transfers have no end in the trace; "" if all have.
func unfinishedNote(t *model.Trace, s *measure.Scope) []string {
	n, sum := unfinishedOf(t, s)
	if sum == 0 {
		return nil
	}
	var ways []string
	for d, k := range n {
		if k > 0 {
			ways = append(ways, measure.Count(int64(k))+" "+model.Direction(d).String())
		}
	}
	return []string{"Not listed: " + measure.Plural(sum, "transfer", "transfers") + " whose completion was not recorded or came after the end of the trace (" + strings.Join(ways, ", ") + ")."}
}

// DisksOf sums up the transfers shown by device and direction.
func DisksOf(t *model.Trace, s measure.Scope) []DiskUse {
	var list []DiskUse
	var lengths []model.Time
	until := model.Time(0) // the end of those so far
	done := func() {
		if len(list) > 0 {
			list[len(list)-1].Lengths, _ = measure.LatencyOf(lengths)
			lengths = nil
		}
	}
	for d, x := range transfersShown(t, &s) {
		if n := len(list); n == 0 || list[n-1].Device != d.Device || list[n-1].Direction != x.Direction {
			done()
			list = append(list, DiskUse{Device: d.Device, Direction: x.Direction})
			until = s.Range.From
		}
		u, r := &list[len(list)-1], x.Clip(s.Range)
		u.Count++
		u.Bytes += x.Bytes
		u.Service += r.Len()
		u.Busy += max(0, r.To-max(r.From, until))
		u.Waited += Waited(t, x)
		until = max(until, r.To)
		lengths = append(lengths, x.Len())
	}
	done()
	return list
}

// disks is the table of DisksOf.
func disks(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "disks", "Disks"
	table.Columns = []Column{
		{Name: "device", Title: "Device", Kind: KindText},
		{Name: "direction", Title: "Operation", Kind: KindText},
		{Name: "count", Title: "Transfers", Kind: KindCount},
		{Name: "bytes", Title: "Bytes", Kind: KindCount},
		{Name: "busy_ns", Title: "Busy", Kind: KindDuration, Group: "window"},
		{Name: "busy_percent", Title: "Busy", Kind: KindPercent, Digits: 1},
		{Name: "at_once", Title: "In flight", Kind: KindNumber, Digits: 2},
		{Name: "service_mean_ns", Title: "Service mean", Kind: KindDuration, Group: "time"},
		{Name: "service_p50_ns", Title: "p50", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "service_p99_ns", Title: "p99", Kind: KindDuration, Group: "time"},
		{Name: "service_max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "waited_ns", Title: "Issuers waited", Kind: KindDuration, Group: "window"},
	}
	for _, u := range DisksOf(t, s) {
		table.Rows = append(table.Rows, []Value{
			optional(t.String(u.Device)), text(u.Direction.String()), count(u.Count), count(u.Bytes),
			duration(u.Busy), percent(u.Busy, s.Range.Len()),
			{Kind: KindNumber, Float: measure.Quotient(u.Service, u.Busy)},
			duration(u.Lengths.Mean), duration(u.Lengths.P50), duration(u.Lengths.P99), duration(u.Lengths.Max),
			duration(u.Waited),
		})
	}
	table.Notes = append([]string{"Transfers under way in " + measure.Window(s.Range) + "; service times are of whole transfers, busy time is clipped to the window. In flight: mean number of " +
		"transfers while the device is busy."},
		append(unfinishedNote(t, &s), noDisks(t)...)...)
	return nil
}
