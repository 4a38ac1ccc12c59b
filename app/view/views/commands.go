package views

import (
	"strconv"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
)

// MonitorCommands are the commands of the Monitor view.
func (p *Views) MonitorCommands() []*kit.Command {
	const why = "The Monitor view is not shown."
	shown := func() bool { return p.IsOpen() && p.Session.Viewing() == keep.ViewMonitor }
	list := []*kit.Command{{
		ID: "monitorPlay", Title: "Play or Pause Monitor Replay", Help: "Start or pause the replay of the trace in the monitor",
		Enabled: shown, Why: why, Run: func() { p.Monitor.toggle() },
	}}
	for _, speed := range query.Speeds {
		text := strconv.Itoa(speed) + "×"
		list = append(list, &kit.Command{
			ID: "speed." + strconv.Itoa(speed), Title: "Monitor at " + text, Help: "Replay the trace at " + text,
			Enabled: shown, Why: why, Checked: func() bool { return p.Monitor.Replay.Speed == speed },
			Run: func() { p.Monitor.setSpeed(speed) },
		})
	}
	return list
}

// SummaryCommands are the commands of the CPU scheduling summary.
func (p *Views) SummaryCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "cpuGroup", Title: "Change Grouping in CPU Scheduling Summary",
		Help:    "Group threads by process, by process and start function, or not at all",
		Enabled: p.IsOpen,
		Run: func() {
			p.Summary.setGroup(p.Summary.by.Next(p.Summary.starts()))
			p.PanesSoon()
			p.Refresh()
		},
	}}
}

// CorrectCommands are the commands of the correction of a virtual machine's figures.
func (p *Views) CorrectCommands() []*kit.Command {
	return []*kit.Command{{
		ID: CorrectAll, Title: "Apply VM Correction to All Views",
		Help:    "In all views of CPU use, show corrected figures next to the measured ones; the correction uses the CPU usage reported by the host",
		Enabled: func() bool { return p.IsOpen() && correctable(p.Host) }, Why: "The CPU usage reported by the host is unknown: enter it in the Measurement view.",
		Checked: p.Session.Correcting,
		Run:     func() { p.Session.SetCorrecting(!p.Session.Correcting()) },
	}}
}
