package controls

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// timeForms are the formats of instants, with their names in the settings.
var timeForms = []struct {
	as        timeline.TimeAs
	id, title string
	has       func(*model.Info) bool // whether a trace has it; nil: every trace has it
	why       string                 // why a trace does not have it
	note      string                 // follows the title in the list of keys
}{
	{timeline.FromStart, keep.TimeFromStart, "From Trace Start", nil, "", ""},
	{timeline.InNanoseconds, "ns", "Nanoseconds", nil, "", ""},
	{timeline.InMicroseconds, "us", "Microseconds", nil, "", ""},
	{timeline.InMilliseconds, "ms", "Milliseconds", nil, "", ""},
	{timeline.InSeconds, "s", "Seconds", nil, "", ""},
	{timeline.WallClock, "wall", "Wall Clock", timeline.HasWall, "The trace does not record the time of day.", ""},
	{timeline.RawClock, "raw", "Raw Clock", timeline.HasRaw, "The clock of the trace is unknown.", " (what the trace's clock read, in seconds)"},
}

// TimeCommands choose the format of instants.
func (k *Controls) TimeCommands() []*kit.Command {
	var list []*kit.Command
	for _, f := range timeForms {
		list = append(list, &kit.Command{
			ID: "time." + f.id, Title: f.title, Help: "Times: " + f.title + f.note, Why: f.why,
			Enabled: func() bool { return k.IsOpen() && (f.has == nil || f.has(k.Session.Trace().Info)) },
			Checked: func() bool { return k.Session.Clock().As == f.as },
			Run: func() {
				k.Settings.TimeAs = f.id
				k.SaveSettings()
				k.Session.SetTimeAs(f.as)
			},
		})
	}
	return list
}

// TimeAs is the format of instants with this name in the settings.
func TimeAs(id string) timeline.TimeAs {
	for _, f := range timeForms {
		if f.id == id {
			return f.as
		}
	}
	return timeline.FromStart
}

// RangeExamples shows how the user can type a range.
func RangeExamples(as timeline.TimeAs) string {
	switch as {
	case timeline.WallClock:
		return "12:00:07.5 – 12:00:08, 7.6s (centre) or +250ms (250 ms long)"
	case timeline.RawClock:
		return "12345.6 – 12345.9 (in seconds) or +250ms (250 ms long)"
	}
	return "7340 – 7940 ms, 7.6s (centre) or +250ms (250 ms long)"
}
