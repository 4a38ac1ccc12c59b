package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"threadlens/app/zoo/observer"
	"threadlens/model"
	"threadlens/model/measure"
)

// observation is what Threadlens shows of a Debian program, compared with what a second observer
// saw.
type observation struct {
	name       string
	waits      waitTally
	open       map[openKind]tally // what the observer cannot judge
	recordings int
	bytes      int64
	events     int64
	length     model.Time
	lost, gaps int // reports of lost events, of the observer and of Threadlens
	strange    []string
}

// openKind is a kind of wait that is not judged.
type openKind struct{ why, kind, shown string }

func newObservation(name string) *observation {
	return &observation{name: name, waits: newWaitTally(), open: map[openKind]tally{}}
}

// add adds another recording's results.
func (o *observation) add(p *observation) {
	o.waits.add(&p.waits)
	for k, v := range p.open {
		o.open[k] = o.open[k].plus(v)
	}
	o.recordings += p.recordings
	o.bytes += p.bytes
	o.events += p.events
	o.length += p.length
	o.lost += p.lost
	o.gaps += p.gaps
	o.strange = append(o.strange, p.strange...)
}

// compare compares all waits of the program's threads.
func (o *observation) compare(t *model.Trace, l *observer.Log) {
	r := &recorded{Trace: t}
	for _, p := range t.Targets() {
		for _, ix := range t.Processes[p].Threads {
			for e := range t.Episodes(ix, t.Whole()) {
				if e.Kind == model.EpisodeWait && !e.NoOut {
					o.wait(r, l, &e)
				}
			}
		}
	}
}

// wait compares the parts of a wait: on both sides of lost events the evidence
// differs.
func (o *observation) wait(r *recorded, l *observer.Log, e *model.Episode) {
	in := e.In
	if e.Open {
		in = e.Out // it is unknown when, if at all, its call returned
	}
	truth := l.Truth(int(r.tid(e.Thread)), r.clock(e.Out), r.clock(in))
	o.waits.Logged++
	count := 1
	for i := e.First; i <= e.Last; i++ {
		s := r.Segment(e.Thread, i)
		if s.State != model.Waiting {
			continue
		}
		n := tally{count, s.Len()}
		count = 0
		if truth.Open != "" {
			k := openKind{truth.Open, truth.Kind, s.Category.String()}
			o.open[k] = o.open[k].plus(n)
			continue
		}
		o.waits.Met += n.count
		c := cell{truth.Category.String(), s.Category.String()}
		o.waits.Cells[c] = o.waits.Cells[c].plus(n)
		k := kindCell{c, truth.Kind, likelyOf(&s), s.Sub.String(), s.Evidence.String(), s.Ctx.String()}
		o.waits.Kinds[k] = o.waits.Kinds[k].plus(n)
		o.waits.first(k, r, &s)
	}
}

// clock is an instant of the trace on the clock of the observer.
func (r *recorded) clock(at model.Time) int64 { return int64(at) + r.Info.Clock.StartNS }

// unjudged is what the observer cannot judge, and the part of it that is Unclassified.
func (o *observation) unjudged() (all, unclear tally) {
	for k, v := range o.open {
		all = all.plus(v)
		if k.shown == unclassified {
			unclear = unclear.plus(v)
		}
	}
	return all, unclear
}

// observations are those of all programs.
type observations []*observation

func (list observations) sum() *observation {
	sum := newObservation("all")
	for _, o := range list {
		sum.add(o)
	}
	return sum
}

// write writes all tables, then the summary.
func (list observations) write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "The zoo: %d programs of Debian, recorded by threadlens record and by a second observer at once.\n", len(list))
	for _, o := range append(list, list.sum()) {
		fmt.Fprintf(&b, "\n# %s\n\n", o.name)
		o.write(&b)
	}
	fmt.Fprint(&b, "\n# Summary\n\n")
	list.summary(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// write writes the tables of one program.
func (o *observation) write(w io.Writer) {
	for _, s := range o.strange {
		fmt.Fprintf(w, "NOT JUDGED: %s\n", s)
	}
	if o.recordings == 0 {
		return
	}
	fmt.Fprintf(w, "%d recordings, %s, %d events, %.1f MB; %d gaps of lost events, %d losses of the observer.\n", o.recordings,
		measure.Duration(o.length), o.events, float64(o.bytes)/1e6, o.gaps, o.lost)
	fmt.Fprintf(w, "\nCategories: %d waits, %d judged. Rows are as the call and its descriptor name them, columns as shown.\n\n", o.waits.Logged, o.waits.Met)
	o.waits.writeMatrix(w)
	o.waits.writeKinds(w)
	o.writeOpen(w)
}

// mostOpen is how many kinds of unjudged waits are listed.
const mostOpen = 20

func (o *observation) writeOpen(w io.Writer) {
	if len(o.open) == 0 {
		return
	}
	list := slices.SortedFunc(maps.Keys(o.open), func(a, b openKind) int {
		return cmp.Or(cmp.Compare(o.open[b].time, o.open[a].time), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	fmt.Fprint(w, "\nNot judged, the longest first:\n\n")
	table(w, func(t io.Writer) {
		fmt.Fprintln(t, "why\tcall\tshown\twaits\ttime")
		for _, k := range list[:min(len(list), mostOpen)] {
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\n", k.why, k.kind, k.shown, o.open[k].count, measure.Duration(o.open[k].time))
		}
	})
}

// summary is a Markdown table, one row per program.
func (list observations) summary(w io.Writer) {
	fmt.Fprintln(w, "| program | waits | judged | classified waits right (wanted: ≥ 97 %) | time classified rightly | waiting time Unclassified (≤ 5 %) | of all waits | events | MB/s |")
	fmt.Fprintf(w, "|---|%s\n", strings.Repeat("---:|", 8))
	for _, o := range append(list, list.sum()) {
		classified, right, open, lost := o.waits.sums()
		all, unclear := o.unjudged()
		judged := classified.time + open.time + lost.time
		rate := "–"
		if o.length > 0 {
			rate = fmt.Sprintf("%.1f", float64(o.bytes)*1e3/float64(o.length))
		}
		fmt.Fprintf(w, "| %s | %d | %d | %s | %s | %s | %s | %d | %s |\n", o.name, o.waits.Logged, o.waits.Met, percent(right.count, classified.count),
			percent(right.time, classified.time), percent(open.time, judged), percent(open.time+unclear.time, judged+all.time), o.events, rate)
	}
}
