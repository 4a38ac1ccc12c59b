package view

import (
	"context"
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/assets"
	"threadlens/model"
	"threadlens/timeline"
)

// opener is the floor of a window that opens and closes traces, and the window itself.
type opener struct {
	keeper
	job *session.Job // reads a trace
}

// show shows a page.
func (w *opener) show(p page) {
	w.page = p
	w.notice.hide() // it is about the trace
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

// title shows the name of the open file in the window's title.
func (w *opener) title() {
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
func (w *opener) openDemo() { w.open(session.DataSource(assets.DemoName, assets.Demo())) }

// dropped opens a file that was dropped on the window.
func (w *opener) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) > 0 {
		w.Open(files[0].Path())
	}
}

// open reads a trace in the background, replacing any that is being read. The open trace stays
// until the new one is ready.
func (w *opener) open(src session.Source) {
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
func (w *opener) dropJob() {
	if w.job != nil {
		w.job.Cancel()
		w.job = nil
	}
}

// cancelLoading returns to the open trace or else to the start page.
func (w *opener) cancelLoading() {
	w.dropJob()
	if w.Session.Trace() != nil {
		w.show(pageTrace)
	} else {
		w.show(pageStart)
	}
}

// opened handles the result of a job.
func (w *opener) opened(src session.Source, t *model.Trace, err error) {
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

func (w *opener) showTrace(src session.Source, t *model.Trace) {
	w.summaries()
	w.keep.Flush()
	w.page = pageTrace
	w.Session.Open(src, t)
	w.remember(src, t)
	w.banner.about(t)
	w.Strip.Opened(src.Path, t.Held().Len())
	w.show(pageTrace)
	w.frame.Refresh()
	w.recall()
	w.prepare(t)
}

// remember puts an opened file at the top of the recent ones.
func (w *opener) remember(src session.Source, t *model.Trace) {
	if src.Path == "" {
		return
	}
	w.Settings.Opened(keep.Recent{
		Path: src.Path, Format: t.Info.Format, SpanNS: int64(t.Held().Len()), Size: t.Info.Size, Opened: time.Now(),
	})
	w.RecentChanged()
}

// close closes the live monitor, or the trace.
func (w *opener) close() {
	if w.page == pageLive {
		w.cancelLoading()
		return
	}
	w.closeTrace()
}

// closeTrace closes the trace, or the page shown in its place.
func (w *opener) closeTrace() {
	w.dropJob()
	w.summaries()
	w.keep.Flush()
	w.Session.Close()
	w.banner.about(nil)
	w.show(pageStart)
	w.frame.Refresh()
}

// Open opens a trace, or the trace of a view file.
func (w *opener) Open(path string) {
	if keep.IsView(path) {
		w.openView(path)
		return
	}
	w.open(session.FileSource(path))
}

// openView opens a view file, with its trace: the open one, the one that it finds, the demo, or one
// that it asks for.
func (w *opener) openView(path string) {
	v, err := keep.ReadView(path)
	if err != nil {
		w.Complain("The view file was not opened", err)
		return
	}
	demo := session.DataSource(assets.DemoName, assets.Demo())
	switch trace, ok := v.TraceOf(path); {
	case w.page == pageTrace && v.Trace.Same(w.Session.Source().ID):
		w.applyView(v)
	case ok:
		w.openWith(session.FileSource(trace), v)
	case v.Trace.Same(demo.Identify()):
		w.openWith(demo, v)
	default:
		w.Question("Where is the trace?", "Choose the trace", "Cancel",
			"The trace of this view, "+timeline.Printable(v.Trace.Name)+", was found neither in the folder of the view file nor at the path that it had when the view was saved.",
			func() {
				w.ChooseFile(func(path string) { w.openWith(session.FileSource(path), v) })
			})
	}
}

// openWith opens a trace in the given view.
func (w *opener) openWith(src session.Source, v keep.ViewFile) {
	w.open(src)
	w.wanted = &v
}

// openDialog asks for a file to open.
func (w *opener) openDialog() { w.ChooseFile(w.Open) }

// Leave closes the window, once the file of its recording is complete; the program ends with the
// last one.
func (w *opener) Leave() {
	if w.Run != nil {
		w.Run.Leave()
		return
	}
	w.dropJob()
	w.Live.Stop()
	w.summaries()
	w.keep.Flush()
	w.SaveSettings()
	w.appState.windows = slices.DeleteFunc(w.appState.windows, func(other *shared) bool { return other == &w.shared })
	w.Win.SetCloseIntercept(nil)
	w.Win.Close()
	w.appState.renamed()
}

// quit closes all windows.
func (w *opener) quit() { w.appState.each(func(w *shared) { w.Room.Leave() }) }
