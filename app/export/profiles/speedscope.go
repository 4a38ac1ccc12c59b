package profiles

import (
	"bufio"
	"encoding/json"
	"io"
	"path/filepath"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// The file format of speedscope: https://www.speedscope.app/file-format-schema.json. A profile is a
// thread, and a sample is a stretch of its life with the time in ns as weight.

const speedscopeSchema = "https://www.speedscope.app/file-format-schema.json"

type speedscopeFrame struct {
	Name string `json:"name"`
}

type speedscopeProfile struct {
	Type    string       `json:"type"`
	Name    string       `json:"name"`
	Unit    string       `json:"unit"`
	Start   model.Time   `json:"startValue"`
	End     model.Time   `json:"endValue"`
	Samples [][]int32    `json:"samples"`
	Weights []model.Time `json:"weights"`
}

// writeSpeedscope writes the lives of the threads.
func writeSpeedscope(s *Stacks, w io.Writer) error {
	out := bufio.NewWriter(w)
	j := json.NewEncoder(out)
	j.SetEscapeHTML(false)
	out.WriteString(`{"$schema":"` + speedscopeSchema + `","exporter":"Threadlens","name":`)
	if err := j.Encode(filepath.Base(s.Trace.Info.File) + ", " + measure.Window(s.Range)); err != nil {
		return err
	}
	out.WriteString(`,"profiles":[`)
	names, functions, lives := &interned[string]{}, calltree.NewFunctions(s.Trace, s.Mine), calltree.NewLives(s.Trace, s.Range)
	written := 0
	for _, ix := range s.Threads {
		stretches := lives.Of(ix)
		if len(stretches) == 0 {
			continue
		}
		if written++; written > 1 {
			out.WriteByte(',')
		}
		if err := j.Encode(profileOfThread(s, ix, stretches, newPlaces(names, functions))); err != nil {
			return err
		}
	}
	out.WriteString(`],"shared":{"frames":`)
	frames := []speedscopeFrame{}
	for _, name := range names.list {
		frames = append(frames, speedscopeFrame{name})
	}
	if err := j.Encode(frames); err != nil {
		return err
	}
	out.WriteString("}}\n")
	return out.Flush()
}

// profileOfThread is the life of a thread; what precedes it in the window is a sample without functions.
func profileOfThread(s *Stacks, ix model.ThreadIx, stretches []calltree.Stretch, at places) *speedscopeProfile {
	p := &speedscopeProfile{
		Type: "sampled", Unit: "nanoseconds",
		Name: measure.ProcessName(s.Trace.Process(ix)) + ", " + measure.ThreadName(s.Trace, ix),
	}
	if before := stretches[0].From - s.Range.From; before > 0 {
		p.Samples, p.Weights, p.End = append(p.Samples, []int32{}), append(p.Weights, before), before
	}
	paths := map[int32][]int32{}
	for i := range stretches {
		x := &stretches[i]
		row := at.of(x)
		path := paths[row]
		if path == nil {
			path = at.path(row)
			paths[row] = path
		}
		weight := weightOf(x)
		p.Samples, p.Weights, p.End = append(p.Samples, path), append(p.Weights, weight), p.End+weight
	}
	return p
}
