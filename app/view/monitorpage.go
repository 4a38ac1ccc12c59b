package view

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/analysis"
)

// Sizes of the Monitor page, dp, and how often it shows something new.
const (
	monitorRight = 300
	monitorPart  = 0.21 // of the page at most is at the right
	monitorGraph = 34
	monitorEvery = 250 * time.Millisecond
	monitorTable = "monitor"
)

// monitorPage replays the trace as a rolling monitor of processes would have shown
// it: the last second beside the last 60.
type monitorPage struct {
	w      *window
	root   *fyne.Container
	play   *button
	speed  *button
	slider *widget.Slider
	clock  *line
	*monitorBoard

	replay  session.Replay
	of      *model.Trace // that replay is about
	playing bool
	moving  bool // the slider is being moved by us
	timer   debouncer
}

func newMonitorPage(w *window) *monitorPage {
	p := &monitorPage{w: w, monitorBoard: newMonitorBoard(w, monitorTable), clock: newLine("", theme.ColorNameForeground), replay: session.Replay{Speed: 1}}
	p.play = newButton(primary, "", "Play", func() { w.table.get("monitorPlay").do() }).explain(w.tips, w.table.get("monitorPlay").tip())
	p.speed = newButton(bordered, "", "", nil)
	p.speed.trailing = iconDown
	p.speed.run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.speed)
		w.popUp(w.speedItems(), at.AddXY(0, p.speed.Size().Height))
	}
	p.speed.explain(w.tips, "How fast the trace is replayed")
	p.slider = widget.NewSlider(0, 1)
	p.slider.Step = 1e-6
	p.slider.OnChanged = func(v float64) {
		if !p.moving && p.of != nil {
			p.seek(model.Time(v * float64(p.of.End)))
		}
	}
	bar := container.New(insets{12, 8}, container.New(rowLayout{12}, p.play, p.speed,
		stretched(container.NewThemeOverride(p.slider, trackTheme{w.look})), p.clock))
	p.root = container.NewStack(newBox(colorWindow), container.NewBorder(
		container.New(columnLayout{}, container.NewStack(newBox(colorPanel), bar), newRule()), nil, nil, nil, p.monitorBoard.root))
	p.setSpeed(1)
	return p
}

// trackTheme is the look for a slider of which all of the track is to be seen.
type trackTheme struct{ *look }

// Color implements fyne.Theme.
func (t trackTheme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if name == theme.ColorNameInputBackground {
		name = colorLineStrong
	}
	return t.look.Color(name, v)
}

// update shows the trace that is open, from the end of the visible time on.
func (p *monitorPage) update() {
	t := p.w.s.Trace()
	if t == nil {
		return
	}
	if p.of != t {
		p.of = t
		p.replay.At = p.w.s.Scope().To
	}
	p.show()
}

// seek goes to an instant.
func (p *monitorPage) seek(at model.Time) {
	p.replay.At = max(0, at)
	p.show()
}

// toggle plays, from the start when the end is reached, or stops.
func (p *monitorPage) toggle() {
	p.playing = !p.playing
	if p.playing && p.of != nil {
		if p.replay.At >= p.of.End {
			p.seek(0)
		}
		p.next()
	}
	p.follow()
}

// stop stops playing.
func (p *monitorPage) stop() {
	p.playing = false
	p.timer.stop()
	p.follow()
}

// next shows what comes next after a moment, as long as the view is shown.
func (p *monitorPage) next() {
	p.timer.after(monitorEvery, func() {
		if !p.playing || p.w.s.Viewing() != session.ViewMonitor || p.w.s.Trace() != p.of || p.of == nil {
			p.stop()
			return
		}
		var done bool
		p.replay, done = p.replay.Step(p.of, model.Time(monitorEvery))
		p.show()
		if done {
			p.stop()
			return
		}
		p.next()
	})
}

// setSpeed changes how fast it goes.
func (p *monitorPage) setSpeed(speed int) {
	p.replay.Speed = speed
	p.speed.set(strconv.Itoa(speed)+"×", "")
}

func (p *monitorPage) follow() {
	text := "Play"
	if p.playing {
		text = "Pause"
	}
	p.play.set(text, "")
}

// show shows the processes and processors at the instant.
func (p *monitorPage) show() {
	t := p.of
	content, err := session.MonitorContent(t, p.replay.At, p.w.s.Percent(), p.w.s.FiguresElsewhere())
	if err != nil {
		return
	}
	m := analysis.MonitorAt(t, nil, 0, p.replay.At)
	p.monitorBoard.show(content, p.w.s.GridScope(), &m)
	p.clock.set(p.w.s.Clock().Instant(p.replay.At, t.End))
	p.moving = true
	p.slider.SetValue(float64(p.replay.At) / float64(max(1, t.End)))
	p.moving = false
	p.w.settled()
}

// forget stops, and resets for another trace.
func (p *monitorPage) forget() {
	p.stop()
	p.of = nil
	p.monitorBoard.forget()
}

// monitorCommands are those of the Monitor view.
func (w *window) monitorCommands() []*command {
	const why = "The Monitor view is not shown."
	shown := func() bool { return w.isOpen() && w.s.Viewing() == session.ViewMonitor }
	list := []*command{{
		id: "monitorPlay", title: "Play or Pause Monitor", help: "Replay the trace in the monitor, or stop",
		enabled: shown, why: why, run: func() { w.monitor.toggle() },
	}}
	for _, speed := range session.Speeds {
		text := strconv.Itoa(speed) + "×"
		list = append(list, &command{
			id: "speed." + strconv.Itoa(speed), title: "Monitor at " + text, help: "Replay the trace at " + text,
			enabled: shown, why: why, checked: func() bool { return w.monitor.replay.Speed == speed },
			run: func() { w.monitor.setSpeed(speed) },
		})
	}
	return list
}

// speedItems are the items of the menu of speeds.
func (w *window) speedItems() []*fyne.MenuItem {
	var ids []string
	for _, speed := range session.Speeds {
		ids = append(ids, "speed."+strconv.Itoa(speed))
	}
	return w.items(ids...)
}
