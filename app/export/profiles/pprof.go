package profiles

import (
	"io"
	"path/filepath"

	"github.com/google/pprof/profile"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// writeProfile writes a profile. Each sample has its category as a label.
func writeProfile(s *Stacks, w io.Writer) error {
	p := profileOf(s)
	if err := p.CheckValid(); err != nil {
		return err
	}
	return p.Write(w)
}

func profileOf(s *Stacks) *profile.Profile {
	counted, timed := "waits", "delay"
	if s.Kind == calltree.TreeExecution {
		counted, timed = "samples", "cpu"
	}
	b := profileBuilder{locations: map[string]*profile.Location{}, mappings: map[string]*profile.Mapping{}}
	b.SampleType = []*profile.ValueType{{Type: counted, Unit: "count"}, {Type: timed, Unit: "nanoseconds"}}
	b.DefaultSampleType = timed
	b.DurationNanos = int64(s.Range.Len())
	b.Comments = []string{s.Kind.String() + " of " + model.CleanName(filepath.Base(s.Trace.Info.File)) + ", " + measure.Window(s.Range)}
	for i := range s.Trees {
		b.tree(s.Trace, &s.Trees[i])
	}
	return &b.Profile
}

// profileBuilder makes a profile of call trees; a function is one location.
type profileBuilder struct {
	profile.Profile
	locations map[string]*profile.Location
	mappings  map[string]*profile.Mapping
}

func (b *profileBuilder) tree(t *model.Trace, tree *calltree.CallTree) {
	label := map[string][]string{"category": {tree.Category.String()}}
	if tree.Sampled {
		label["category"] = []string{"Sampled"}
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Own == (calltree.CallSum{}) {
			continue
		}
		sample := &profile.Sample{Value: []int64{n.Own.Count, int64(n.Own.Time)}, Label: label}
		for at := i; tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
			sample.Location = append(sample.Location, b.location(t, &tree.Nodes[at]))
		}
		b.Sample = append(b.Sample, sample)
	}
}

func (b *profileBuilder) location(t *model.Trace, n *calltree.CallNode) *profile.Location {
	if l := b.locations[n.Name]; l != nil {
		return l
	}
	id := uint64(len(b.Location) + 1)
	f := &profile.Function{ID: id, Name: n.Name, SystemName: n.Name}
	l := &profile.Location{ID: id, Mapping: b.mapping(t.String(n.Frame.Module)), Line: []profile.Line{{Function: f}}}
	b.Function, b.Location = append(b.Function, f), append(b.Location, l)
	b.locations[n.Name] = l
	return l
}

// mapping is that of a module; code outside all modules has one without a name.
func (b *profileBuilder) mapping(module string) *profile.Mapping {
	if m := b.mappings[module]; m != nil {
		return m
	}
	m := &profile.Mapping{ID: uint64(len(b.Mapping) + 1), File: module, HasFunctions: true}
	b.Mapping = append(b.Mapping, m)
	b.mappings[module] = m
	return m
}
