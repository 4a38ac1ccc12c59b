package views

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
)

// Sizes of the Monitor page, dp, and the interval of its updates.
const (
	monitorEvery = 250 * time.Millisecond
	monitorTable = "monitor"
)

// monitorPage replays the trace as a rolling monitor of processes would have shown it: the last
// second next to the last 60.
type monitorPage struct {
	h      *host.Host
	root   *fyne.Container
	Play   *kit.Button
	speed  *kit.Button
	Slider *widget.Slider
	clock  *kit.Line
	Live   *kit.Button // leads from the replay to the monitor of this machine
	*MonitorBoard

	Replay  query.Replay
	Of      *model.Trace // the trace that is replayed
	Playing bool
	moving  bool // the program is moving the slider
	timer   kit.Debouncer
}

func newMonitorPage(h *host.Host) *monitorPage {
	p := &monitorPage{h: h, MonitorBoard: NewMonitorBoard(h, monitorTable), clock: kit.NewLine("", theme.ColorNameForeground), Replay: query.Replay{Speed: 1}}
	p.Play = kit.NewButton(kit.Primary, "", "Play", func() { h.Commands.Get("monitorPlay").Do() }).Explain(h.Tips, h.Commands.Get("monitorPlay").Tip())
	p.speed = kit.NewButton(kit.Bordered, "", "", nil)
	p.speed.Trailing = kit.IconDown
	p.speed.Run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.speed)
		h.PopUp(speedItems(h), at.AddXY(0, p.speed.Size().Height))
	}
	p.speed.Explain(h.Tips, "Replay speed")
	p.Slider = widget.NewSlider(0, 1)
	p.Slider.Step = 1e-6
	p.Slider.OnChanged = func(v float64) {
		if !p.moving && p.Of != nil {
			p.seek(model.Time(v * float64(p.Of.End)))
		}
	}
	p.Live = kit.NewButton(kit.Bordered, "", "Live monitor", func() { h.Commands.Get("live").Do() })
	bar := container.New(kit.Insets{12, 8}, container.New(kit.RowLayout(12), p.Play, p.speed,
		kit.Stretched(container.NewThemeOverride(p.Slider, trackTheme{h.Look})), p.clock, p.Live))
	p.root = container.NewStack(kit.NewBox(kit.ColorWindow), container.NewBorder(
		container.New(kit.ColumnLayout(0), container.NewStack(kit.NewBox(kit.ColorPanel), bar), kit.NewRule()), nil, nil, nil, p.MonitorBoard.Root))
	p.setSpeed(1)
	return p
}

// trackTheme is the look of a slider whose whole track is visible.
type trackTheme struct{ *kit.Look }

// Color implements fyne.Theme.
func (t trackTheme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if name == theme.ColorNameInputBackground {
		name = kit.ColorLineStrong
	}
	return t.Look.Color(name, v)
}

// update shows the open trace, starting at the end of the visible time.
func (p *monitorPage) update() {
	t := p.h.Session.Trace()
	if t == nil {
		return
	}
	p.Live.Offer(p.h.Tips, p.h.Commands.Get("live"))
	if p.Of != t {
		p.Of = t
		p.Replay.At = p.h.Session.Scope().To
		p.Over(t.End)
	}
	p.show()
}

// seek goes to an instant.
func (p *monitorPage) seek(at model.Time) {
	p.Replay.At = max(0, at)
	p.show()
}

// toggle starts playing, from the beginning if the end is reached, or stops.
func (p *monitorPage) toggle() {
	p.Playing = !p.Playing
	if p.Playing && p.Of != nil {
		if p.Replay.At >= p.Of.End {
			p.seek(0)
		}
		p.next()
	}
	p.follow()
}

// stop stops playing.
func (p *monitorPage) stop() {
	p.Playing = false
	p.timer.Stop()
	p.follow()
}

// next shows the next state after a moment, as long as the view is shown.
func (p *monitorPage) next() {
	p.timer.After(monitorEvery, func() {
		if !p.Playing || p.h.Session.Viewing() != keep.ViewMonitor || p.h.Session.Trace() != p.Of || p.Of == nil {
			p.stop()
			return
		}
		var done bool
		p.Replay, done = p.Replay.Step(p.Of, model.Time(monitorEvery))
		p.show()
		if done {
			p.stop()
			return
		}
		p.next()
	})
}

// setSpeed changes the speed of the replay.
func (p *monitorPage) setSpeed(speed int) {
	p.Replay.Speed = speed
	p.speed.Set(strconv.Itoa(speed)+"×", "")
}

func (p *monitorPage) follow() {
	text := "Play"
	if p.Playing {
		text = "Pause"
	}
	p.Play.Set(text, "")
}

// show shows the processes and CPUs at the current instant.
func (p *monitorPage) show() {
	t := p.Of
	content, err := query.MonitorContent(t, p.Replay.At, p.h.Session.Percent(), p.h.Session.FiguresElsewhere())
	if err != nil {
		return
	}
	m := measure.MonitorAt(t, nil, 0, p.Replay.At)
	p.MonitorBoard.Show(content, p.h.Session.GridScope(), &m, p.h.Session.Percent())
	p.clock.Set(p.h.Session.Clock().Instant(p.Replay.At, t.End))
	p.moving = true
	p.Slider.SetValue(float64(p.Replay.At) / float64(max(1, t.End)))
	p.moving = false
	p.h.Settled()
}

// forget stops the replay and resets for another trace.
func (p *monitorPage) forget() {
	p.stop()
	p.Of = nil
	p.MonitorBoard.Forget()
}

// speedItems are the items of the speed menu.
func speedItems(h *host.Host) []*fyne.MenuItem {
	var ids []string
	for _, speed := range query.Speeds {
		ids = append(ids, "speed."+strconv.Itoa(speed))
	}
	return h.Items(ids...)
}
