package view

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/assets"
	"threadlens/model"
	"threadlens/timeline"
)

// show shows a page.
func (w *window) show(p page) {
	w.page = p
	for i, o := range []fyne.CanvasObject{w.start.root, w.loading.root, w.failure.root, w.Live.Root} {
		kit.Hide(o, page(i) != p)
	}
	w.showView()
	w.aboutTrace()
	if p != pageLoading {
		w.loading.stop()
	}
	if p != pageLive {
		w.Live.Stop()
	}
	if p == pageStart {
		w.start.update()
	}
	w.title()
	w.Refresh()
	w.FocusPicture()
}

// aboutTrace shows the notes and figures about the open trace with that trace, and hides them on
// the other pages.
func (w *window) aboutTrace() {
	shown := w.page == pageTrace
	if shown {
		w.status.about(w.Session.Trace(), session.MemoryInUse())
		w.status.resize(w.status.cursors, w.Session.CursorText())
	} else {
		w.status.about(nil, 0)
		w.status.resize(w.status.cursors, "")
	}
	if w.notes.Visible() != shown {
		kit.Hide(w.notes, !shown)
		w.frame.Refresh()
	}
}

// title shows the name of the open file in the window's title.
func (w *window) title() {
	title := "Threadlens"
	switch {
	case w.page == pageLoading && w.job != nil:
		title = "Opening " + timeline.Printable(w.job.Source.Name) + " – Threadlens"
	case w.page == pageLive:
		title = "Live – Threadlens"
	case w.page == pageTrace:
		title = timeline.Printable(w.Session.Source().Name) + " – Threadlens"
	}
	name := ""
	if w.page == pageTrace {
		name = timeline.Printable(w.Session.Source().Name)
	}
	if w.file.Text != name {
		w.file.Set(name)
		w.appState.renamed()
	}
	if w.Win.Title() != title {
		w.Win.SetTitle(title)
	}
}

// openDemo opens the demo trace.
func (w *window) openDemo() { w.open(session.DataSource(assets.DemoName, assets.Demo())) }

// dropped opens a file that was dropped on the window.
func (w *window) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) > 0 {
		w.Open(files[0].Path())
	}
}

// open reads a trace in the background, replacing any that is being read. The open trace stays
// until the new one is ready.
func (w *window) open(src session.Source) {
	w.dropJob()
	w.wanted = nil
	w.Strip.Tell(nil)
	var job *session.Job
	job = session.Start(src,
		func(p session.Progress) {
			fyne.Do(func() {
				if w.job == job {
					w.loading.show(p)
				}
			})
		},
		func(t *model.Trace, err error) {
			if err == nil {
				src.ID = src.Identify()
			}
			fyne.Do(func() {
				if w.job == job {
					w.opened(src, t, err)
				}
			})
		})
	w.job = job
	w.loading.begin(src.Name)
	w.show(pageLoading)
}

// dropJob abandons the trace being read; what it still reports is ignored.
func (w *window) dropJob() {
	if w.job != nil {
		w.job.Cancel()
		w.job = nil
	}
}

// cancelLoading returns to the open trace or else to the start page.
func (w *window) cancelLoading() {
	w.dropJob()
	if w.Session.Trace() != nil {
		w.show(pageTrace)
	} else {
		w.show(pageStart)
	}
}

// opened handles the result of a job.
func (w *window) opened(src session.Source, t *model.Trace, err error) {
	w.job = nil
	switch {
	case errors.Is(err, context.Canceled):
		w.cancelLoading()
	case err != nil:
		w.failure.show(src, err)
		w.show(pageError)
	default:
		w.showTrace(src, t)
	}
}

func (w *window) showTrace(src session.Source, t *model.Trace) {
	w.summaries()
	w.keep.Flush()
	w.page = pageTrace
	w.Session.Open(src, t)
	w.remember(src, t)
	w.banner.about(t)
	w.show(pageTrace)
	w.frame.Refresh()
	w.recall()
	w.prepare(t)
}

// remember puts an opened file at the top of the recent ones. Its folder is where files are saved
// until the user chooses another.
func (w *window) remember(src session.Source, t *model.Trace) {
	if src.Path == "" {
		return
	}
	w.Settings.LastFolder = cmp.Or(w.Settings.LastFolder, filepath.Dir(src.Path))
	w.Settings.Opened(keep.Recent{
		Path: src.Path, Format: t.Info.Format, SpanNS: int64(t.End), Size: t.Info.Size, Opened: time.Now(),
	})
	w.RecentChanged()
}

// close closes the live monitor, or the trace.
func (w *window) close() {
	if w.page == pageLive {
		w.cancelLoading()
		return
	}
	w.closeTrace()
}

// closeTrace closes the trace, or the page shown in its place.
func (w *window) closeTrace() {
	w.dropJob()
	w.summaries()
	w.keep.Flush()
	w.Session.Close()
	w.banner.about(nil)
	w.show(pageStart)
	w.frame.Refresh()
}

// showView brings picture, pane and page in line with the session's view.
func (w *window) showView() {
	now := w.ViewPage()
	for _, v := range w.ViewPages {
		for _, o := range []fyne.CanvasObject{v.Pane, v.Page} {
			if o != nil {
				kit.Hide(o, v != now || w.page != pageTrace)
			}
		}
	}
	kit.Hide(w.body, w.page != pageTrace || now.Page != nil)
	if now.Page != nil {
		w.status.point("", "")
	}
	w.PrepareCores()
	if key := now.Kind.Key(); w.page == pageTrace && w.Settings.View != key {
		w.Settings.View = key
		w.SaveSettings()
	}
	w.main.Refresh()
}
