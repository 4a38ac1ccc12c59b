package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/timeline"
)

// Arrangement is how the rows are arranged; the zero value without a trace.
func (s *rowList) Arrangement() keep.Arrangement {
	if s.trace == nil {
		return keep.Arrangement{}
	}
	o := &s.rows.opts
	a := keep.Arrangement{
		Sort: o.Sort.Key(), KeepSorted: s.rows.keep, Group: o.Group.Key(),
		Filter: o.Filter.String(), HideInactive: o.HideInactive, NoFold: !o.Fold,
		Relevant: keep.ThreadKeys(s.trace, o.Relevant),
		Hidden:   keep.ThreadKeys(s.trace, slices.Sorted(maps.Keys(o.Hidden))),
		Pinned:   keep.ThreadKeys(s.trace, o.Pinned), Order: keep.ThreadKeys(s.trace, o.Order),
		NoMarkers: o.NoMarkers, NoDisks: o.NoDisks, Processors: o.Processors, Spans: o.Spans,
	}
	for _, ix := range slices.Sorted(maps.Keys(o.SpansOf)) {
		if o.SpansOf[ix] {
			a.SpansOf = append(a.SpansOf, s.trace.Threads[ix].Key())
		}
	}
	if o.SortWindow != s.trace.Held() {
		a.SortFrom, a.SortTo = o.SortWindow.From, o.SortWindow.To
	}
	for _, p := range o.Targets {
		a.Targets = append(a.Targets, s.processKey(p))
	}
	if len(o.Names) > 0 {
		a.Names = map[string]string{}
		for ix, name := range o.Names {
			a.Names[s.trace.Threads[ix].Key()] = name
		}
	}
	if len(o.Expanded) > 0 {
		a.Expanded = map[string]bool{}
		for key, open := range o.Expanded {
			a.Expanded[s.rowKey(key)] = open
		}
	}
	return a
}

// SetArrangement restores an arrangement of the rows. What the trace does not have is left out; the
// error describes what could not be interpreted, after everything else was applied.
func (s *rowList) SetArrangement(a keep.Arrangement) error {
	if s.trace == nil {
		return nil
	}
	threads, procs := s.named()
	s.openRows()
	o := &s.rows.opts
	err := readChoices(&a, o)
	o.HideInactive, o.Fold, s.rows.keep = a.HideInactive, !a.NoFold, a.KeepSorted
	if len(a.Relevant) > 0 {
		o.Relevant, s.rows.ranked = pick(threads, a.Relevant), true
		for _, ix := range o.Relevant {
			o.Named[ix] = true
		}
	}
	o.NoMarkers, o.NoDisks, o.Processors, o.Spans = a.NoMarkers, a.NoDisks, a.Processors, a.Spans
	for _, ix := range pick(threads, a.SpansOf) {
		s.spansOf(ix, true)
	}
	o.Window = s.view.Clip(s.trace.Held())
	if r := (model.Range{From: a.SortFrom, To: a.SortTo}).Clip(s.trace.Held()); r.Len() > 0 {
		o.SortWindow = r
	}
	o.Pinned, o.Order = pick(threads, a.Pinned), pick(threads, a.Order)
	if a.Targets != nil {
		o.Targets = pick(procs, a.Targets)
	}
	for _, ix := range pick(threads, a.Hidden) {
		o.Hidden[ix] = true
	}
	for key, name := range a.Names {
		if ix, ok := threads[key]; ok && name != "" {
			o.Names[ix] = name
		}
	}
	for text, open := range a.Expanded {
		if key, ok := parseRowKey(text, procs); ok {
			o.Expanded[key] = open
		}
	}
	if o.Group == timeline.GroupStart {
		o.Starts = s.starts()
	}
	s.rowsChanged()
	return err
}

// readChoices reads order, grouping and filter; anything unreadable is an error and keeps the
// default.
func readChoices(a *keep.Arrangement, o *timeline.RowsOptions) error {
	var errs []error
	var ok bool
	if o.Sort, ok = timeline.ParseSort(a.Sort); !ok && a.Sort != "" {
		errs = append(errs, fmt.Errorf("unknown sort order %q", a.Sort))
	}
	if o.Group, ok = timeline.ParseGroup(a.Group); !ok && a.Group != "" {
		errs = append(errs, fmt.Errorf("unknown grouping %q", a.Group))
	}
	var err error
	if o.Filter, err = filter.Parse(a.Filter); err != nil {
		errs = append(errs, fmt.Errorf("the filter %q: %w", a.Filter, err))
	}
	return errors.Join(errs...)
}

// named finds threads and processes by their names in an Arrangement.
func (s *rowList) named() (threads map[string]model.ThreadIx, procs map[string]model.ProcIx) {
	threads, procs = map[string]model.ThreadIx{}, map[string]model.ProcIx{}
	for i := range s.trace.Threads {
		if th := &s.trace.Threads[i]; !th.Idle {
			threads[th.Key()] = model.ThreadIx(i)
		}
	}
	for i := range s.trace.Processes {
		key := s.processKey(model.ProcIx(i))
		if _, there := procs[key]; !there {
			procs[key] = model.ProcIx(i)
		}
	}
	return threads, procs
}

// pick returns the things with the given names, without unknown ones.
func pick[T any](named map[string]T, keys []string) []T {
	var list []T
	for _, key := range keys {
		if v, ok := named[key]; ok {
			list = append(list, v)
		}
	}
	return list
}

func (s *rowList) processKey(p model.ProcIx) string {
	proc := &s.trace.Processes[p]
	return strconv.FormatUint(uint64(proc.PID), 10) + " " + proc.Name
}

// Prefixes of the names of rows that are not processes; those of processes begin with a number.
const (
	kernelKey     = "kernel"
	markersKey    = "markers"
	processorsKey = "processors"
	groupPrefix   = "group "
	diskPrefix    = "disk "
	socketPrefix  = "socket "
	foldPrefix    = "idle " // before the name of the row above
)

// rowKeys are the rows that exist at most once.
var rowKeys = map[string]timeline.RowKey{
	kernelKey: timeline.KernelRow, markersKey: timeline.MarkersRow, processorsKey: timeline.ProcessorsRow,
}

// rowKey is the name of a row that heads others.
func (s *rowList) rowKey(key timeline.RowKey) string {
	switch key.Kind {
	case timeline.RowProcess:
		return s.processKey(key.Proc)
	case timeline.RowDisk:
		return diskPrefix + key.Common
	case timeline.RowSocket:
		return socketPrefix + key.Common
	case timeline.RowFold:
		return foldPrefix + s.rowKey(key.Above())
	}
	for text, one := range rowKeys {
		if one == key {
			return text
		}
	}
	return groupPrefix + key.Common
}

func parseRowKey(text string, procs map[string]model.ProcIx) (timeline.RowKey, bool) {
	if p, ok := procs[text]; ok {
		return timeline.ProcessRow(p), true
	}
	if key, ok := rowKeys[text]; ok {
		return key, true
	}
	if device, ok := strings.CutPrefix(text, diskPrefix); ok {
		return timeline.RowKey{Kind: timeline.RowDisk, Proc: model.NoProc, Common: device}, true
	}
	if socket, ok := strings.CutPrefix(text, socketPrefix); ok {
		return timeline.RowKey{Kind: timeline.RowSocket, Proc: model.NoProc, Common: socket}, true
	}
	if above, ok := strings.CutPrefix(text, foldPrefix); ok {
		key, ok := parseRowKey(above, procs)
		return key.Fold(), ok
	}
	common, ok := strings.CutPrefix(text, groupPrefix)
	return timeline.RowKey{Kind: timeline.RowGroup, Proc: model.NoProc, Common: common}, ok
}
