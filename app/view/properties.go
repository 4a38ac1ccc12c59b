package view

import (
	"cmp"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// propertyCommands show what a trace is, apart from how far it can be trusted.
func (w *window) propertyCommands() []*command {
	return []*command{{id: "properties", title: "Trace Properties…", enabled: w.isOpen, run: w.showProperties}}
}

// propertySections are the facts about the recording, its files, whom it is
// about, and every kind of record that was found in it.
func propertySections(t *model.Trace) []healthSection {
	files := healthSection{title: "Files"}
	for i, f := range t.Info.Files {
		files.rows = append(files.rows, session.Fact{Label: strconv.Itoa(i + 1), Value: timeline.Printable(f)})
	}
	list := []healthSection{recording(t), files, population(t), recordCounts(t)}
	return slices.DeleteFunc(list, func(s healthSection) bool { return len(s.rows) == 0 })
}

// population counts processors, processes and threads.
func population(t *model.Trace) healthSection {
	known, threads := 0, 0
	for i := range t.Processes {
		if t.Processes[i].Known {
			known++
		}
	}
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			threads++
		}
	}
	s := healthSection{title: "Contents", rows: []session.Fact{
		{Label: "Processors", Value: strconv.Itoa(len(t.Cores))},
		{Label: "Processes", Value: timeline.FormatCount(int64(known))},
		{Label: "Threads", Value: timeline.FormatCount(int64(threads))},
	}}
	for _, n := range []struct {
		label string
		count int
	}{{"Samples", len(t.Samples)}, {"Markers", len(t.Markers)}, {"Disk transfers", len(t.IOs)}, {"Page faults", len(t.Faults)}} {
		if n.count > 0 {
			s.rows = append(s.rows, session.Fact{Label: n.label, Value: timeline.FormatCount(int64(n.count))})
		}
	}
	return s
}

// mostRecords bounds the kinds of records that the page lists: each row is a
// widget, and damaged files have kinds without number.
const mostRecords = 300

// recordCounts lists the kinds of records of the source, the most frequent
// first.
func recordCounts(t *model.Trace) healthSection {
	records := slices.Clone(t.Info.SourceEvents)
	slices.SortStableFunc(records, func(a, b model.SourceEvent) int { return cmp.Compare(b.Count, a.Count) })
	s := healthSection{title: "Records in the file"}
	for i, r := range records {
		if i == mostRecords {
			s.rows = append(s.rows, session.Fact{Label: "…", Value: plural(len(records)-i, "other kind")})
			break
		}
		s.rows = append(s.rows, session.Fact{Label: timeline.FormatCount(r.Count), Value: timeline.Printable(r.Name)})
	}
	return s
}

// showProperties tells what the open trace is.
func (w *window) showProperties() {
	if t := w.s.Trace(); t != nil {
		w.sheet("Trace properties", sectionPage(propertySections(t)), 800, 620)
	}
}

// sectionPage is the page of a sheet with titled sections of facts.
func sectionPage(sections []healthSection) fyne.CanvasObject {
	const labels, values = 150, 560
	page := container.New(columnLayout{})
	for _, s := range sections {
		page.Add(healthHead(s))
		for _, row := range s.rows {
			page.Add(sheetRow(row.Label, row.Value, labels, values))
		}
		page.Add(newGap(0, 12))
	}
	return container.New(insets{12, 4}, page)
}
