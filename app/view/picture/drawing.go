package picture

import (
	"image"
	"image/draw"

	"fyne.io/fyne/v2/canvas"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// drawing is the floor with the raster, which it redraws and scrolls.
type drawing struct {
	scenery
	painter      timeline.Painter
	Raster       *canvas.Raster
	Buffer       *image.RGBA
	Hits         *hitMarks
	Drawn        int    // frames drawn
	focused      bool   // by keyboard
	placeParts   func() // positions what lies above the raster
	RowsScrolled func() // the rows were scrolled; set by the window
}

// addRaster makes the raster and the marks of hits above it.
func (f *drawing) addRaster() {
	f.Raster = canvas.NewRaster(f.Generate)
	f.Raster.ScaleMode = canvas.ImageScalePixels
	f.Hits = newHitMarks(&f.scenery)
}

// Generate draws the picture of the raster.
func (f *drawing) Generate(w, h int) image.Image {
	if f.Buffer == nil || f.Buffer.Rect.Dx() != w || f.Buffer.Rect.Dy() != h {
		f.Buffer = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	if f.s.Trace() == nil || w < 2 || h < 2 {
		draw.Draw(f.Buffer, f.Buffer.Rect, image.NewUniform(f.look.Current().Lane), image.Point{}, draw.Src)
		return f.Buffer
	}
	scene := f.Scene(image.Pt(w, h))
	f.painter.Frame(&scene, f.Buffer)
	f.Drawn++
	return f.Buffer
}

// Redraw requests a new picture for the next frame.
func (f *drawing) Redraw() {
	f.Raster.Refresh()
	f.Hits.redraw()
	f.placeParts()
}

// repaint makes the window paint again. Objects that were never painted cannot request it
// themselves, and a refresh of the surface would draw a new picture.
func (f *drawing) repaint() {
	if c, ok := f.canvas().(interface{ SetDirty() }); ok {
		c.SetDirty()
	}
}

// Fitted applies the size, the scale and the user's choices.
func (f *drawing) Fitted() {
	f.s.Update(func() {
		m := f.Metrics()
		f.s.SetMetrics(m)
		f.s.SetWidth(timeline.LaneWidth(f.Px(f.Size().Width), f.parts(), m))
	})
	f.ClampScroll()
	f.Redraw()
}

// ClampScroll limits the scroll position of the rows to its range.
func (f *drawing) ClampScroll() {
	if f.Ready() {
		scene := f.Now()
		f.Scroll = min(max(f.Scroll, 0), scene.MaxScroll())
	}
}

// ScrollTo scrolls the rows to y device pixels.
func (f *drawing) ScrollTo(y int) {
	was := f.Scroll
	f.Scroll = y
	f.ClampScroll()
	if f.Scroll != was {
		f.Redraw()
		f.RowsScrolled()
	}
}

// showRow scrolls the selected row into view.
func (f *drawing) showRow() {
	if !f.Ready() {
		return
	}
	scene := f.Now()
	if scene.Row < 0 {
		return
	}
	f.Scroll = scene.ScrollTo(scene.Row)
}

// ScrollRows scrolls by n lanes.
func (f *drawing) ScrollRows(n int) { f.ScrollTo(f.Scroll + n*f.Px(f.s.Metrics().Pitch)) }

// ScrollPage scrolls by nine tenths of the lane area's height; dir is -1 or 1.
func (f *drawing) ScrollPage(dir int) {
	scene := f.Now()
	f.ScrollTo(f.Scroll + dir*scene.LaneArea().Dy()*9/10)
}

// PreviewFocus fades the other categories while the pointer is over one in the legend.
func (f *drawing) PreviewFocus(c model.Category) {
	if f.preview != c {
		f.preview = c
		f.Redraw()
	}
}

// TakeFocus gives the keyboard to the surface, without the ring.
func (f *drawing) TakeFocus() {
	if c := f.canvas(); c != nil {
		c.Focus(f.self)
	}
	f.focused = false
	f.placeParts()
}

// DisplayList returns what the surface draws, and its scale.
func (f *drawing) DisplayList() (*paint.DisplayList, float32) {
	if !f.Ready() {
		return nil, 1
	}
	scene := f.Now()
	return f.painter.Layout(&scene), f.Scale()
}
