package view

import (
	"context"
	"runtime"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/sheets"
	"threadlens/model"
	"threadlens/model/measure/runqueue"
	"threadlens/timeline/lanes"
)

// background is the floor of a window that computes, in the background, what is known of the open
// trace.
type background struct {
	parts
	summaries context.CancelFunc // cancels the work on the open trace
	// recounting cancels the count of likely reasons that is under way.
	recounting context.CancelFunc
	learning   kit.Debouncer  // shows that the reasons of waits are being determined
	measured   []model.ProcIx // whose CPU use the overview shows
}

// prepare computes in the background what the picture can do without at first: the CPU use for the
// overview, the summary that makes frames of large traces cheap, and what makes their reports fast.
func (w *background) prepare(t *model.Trace) {
	w.summaries()
	ctx, cancel := context.WithCancel(context.Background())
	w.summaries = cancel
	sum := lanes.NewSummary(t)
	w.Surface.Summary, w.Preparing = sum, ctx
	w.PrepareRows()
	w.CoresReady = nil
	w.PrepareCores()
	w.measure()
	w.learning.After(learningDelay, func() { w.status.learns(true) })
	paths, likely := slices.Clone(w.Settings.Symbols), w.Settings.CountLikely
	go func() {
		err := sum.Build(ctx, max(1, runtime.GOMAXPROCS(0)-1), nil)
		if err == nil {
			_, err = w.learn(ctx, t, paths, likely)
		}
		fyne.Do(func() {
			if ctx.Err() == nil {
				w.learned() // also if it failed
			}
			if err == nil && ctx.Err() == nil {
				w.status.memory(session.MemoryInUse())
			}
		})
	}()
}

// learningDelay is how long reasons of waits are determined without a word.
const learningDelay = 400 * time.Millisecond

// learned is called when no reasons of waits are being determined any more.
func (w *background) learned() {
	w.learning.Stop()
	w.status.learns(false)
}

// learn finds, off Fyne's goroutine, the names of a trace's functions and, from them, why its
// threads waited. If the trace is still open it shows the result, and then computes what makes its
// frames and reports fast.
func (w *background) learn(ctx context.Context, t *model.Trace, paths []string, likely bool) (*model.Trace, error) {
	known, problems, err := session.KnownOf(ctx, t, paths, w.SettingsDir, likely)
	if err != nil {
		return t, err
	}
	fyne.Do(func() {
		if ctx.Err() != nil {
			return
		}
		w.learned()
		w.Session.Learn(known)
		if known.LikelyCounted() {
			w.banner.about(known)
		}
		w.recount()        // the setting may have changed in the meantime
		w.paneTimer.Soon() // also if all that is new is in which functions threads wait
		w.PanesNow()       // in the same frame as the picture
		if len(problems) > 0 {
			w.status.point("", kit.Sentence(problems[0]))
		}
	})
	if known != t {
		if err := w.summarise(ctx, known); err != nil {
			return known, err
		}
	}
	return known, runqueue.Prepare(ctx, known)
}

// summarise builds the summary of a trace about which more is known now, off Fyne's goroutine, and
// shows it.
func (w *background) summarise(ctx context.Context, t *model.Trace) error {
	sum := lanes.NewSummary(t)
	if err := sum.Build(ctx, max(1, runtime.GOMAXPROCS(0)-1), nil); err != nil {
		return err
	}
	fyne.Do(func() {
		if ctx.Err() == nil {
			w.Surface.Summary = sum
			w.Surface.Redraw()
		}
	})
	return nil
}

// recount shows the open trace with likely reasons counted or not, as the settings say.
func (w *background) recount() {
	t, on := w.Session.Trace(), w.Settings.CountLikely
	if t == nil || t.LikelyCounted() == on {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.recounting()
	w.recounting = cancel
	opened := w.Session.Opened()
	go func() {
		counted := session.CountLikely(t, on)
		fyne.Do(func() {
			if ctx.Err() != nil || w.Session.Opened() != opened || w.Session.Trace() != t {
				return
			}
			w.Session.Learn(counted)
			w.banner.about(counted)
			w.paneTimer.Soon()
		})
		if w.summarise(ctx, counted) == nil {
			_ = runqueue.Prepare(ctx, counted)
		}
	}()
}

// measure computes the CPU use that the overview shows, which depends on the target processes.
func (w *background) measure() {
	t, targets, opened := w.Session.Trace(), w.Session.Targets(), w.Session.Opened()
	w.measured = targets
	go func() {
		use := export.Utilization(t, targets)
		fyne.Do(func() {
			if w.Session.Opened() == opened && slices.Equal(w.measured, targets) {
				w.Surface.Use = use
				w.Surface.Redraw()
			}
		})
	}()
}

// LookAgain looks for names again, after the places to look in have changed.
func (w *background) LookAgain() {
	t, ctx, paths, likely := w.Session.Trace(), w.Preparing, slices.Clone(w.Settings.Symbols), w.Settings.CountLikely
	if t == nil || ctx == nil {
		return
	}
	t = t.Attested()
	w.status.point("", "Looking up function names")
	go func() {
		known, err := w.learn(ctx, t, paths, likely)
		fyne.Do(func() {
			if err == nil && ctx.Err() == nil {
				w.status.point("", sheets.NamedText(known))
			}
		})
	}()
}
