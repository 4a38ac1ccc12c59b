package panes

import (
	"path/filepath"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/timeline/paint"
)

// NoOther is why what needs another trace cannot be done.
const NoOther = "No other trace is open: File > Compare With… opens one."

// differenceCommand exports how the call trees of two traces differ.
func (b *Panes) differenceCommand() *kit.Command {
	return &kit.Command{
		ID: "exportDifference", Title: "Export Difference of Call Trees…",
		Help:    "Export the call trees of both traces as one flame graph, orange where B has a larger share, blue where A has: PNG, SVG or PDF",
		Enabled: func() bool { return b.IsOpen() && b.Session.Other() != nil },
		Why:     NoOther, Run: b.exportDifference,
	}
}

// exportDifference asks what the picture should look like, and then for its file.
func (b *Panes) exportDifference() {
	kind := b.Session.CallChoice().Kind.String()
	f := b.NewPictureForm()
	f.Name = func(ending string) string { return b.ExportNameOf("difference-"+kind, ending) }
	f.Draw = b.DifferencePicture()
	f.Present("Export difference of call trees")
}

// DifferencePicture draws how the call trees of the chosen kind differ.
func (b *Panes) DifferencePicture() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	q, _ := b.Session.AnyReport(query.CompareReport + "-" + b.Session.CallChoice().Kind.String())
	title := "A: " + b.Session.Source().Name + " · B: " + filepath.Base(b.Session.Other().Info.File)
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		if m := b.Session.Marked(); m.Len() > 0 {
			q.Scope.Range = b.Session.Window()
			if o.Marked {
				q.Scope.Range = m
			}
		}
		table, err := q.Report.Run(q.Trace, q.Scope)
		if err != nil {
			return nil, err
		}
		g := export.FlameDifference{
			Table: table, Title: title,
			Palette: paint.NewPalette(o.Dark, b.Look.Current().Safe), Scale: float32(scale), Width: b.PictureWidth(),
		}
		return g.Draw(), nil
	}
}
