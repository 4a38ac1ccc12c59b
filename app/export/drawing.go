package export

import (
	"image"
	"image/color"
	"image/draw"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Drawing is a page ready to be painted, on the screen or into any kind of file.
type Drawing struct {
	list    *paint.DisplayList
	metrics timeline.Metrics
	// plots is a recording of what plots have drawn over the list: in device pixels, upwards from
	// the upper edge of the page. Nil without plots.
	plots *recorder.Canvas
	spots []spotArea
}

// Size is the size of the page in device pixels.
func (d *Drawing) Size() image.Point { return d.list.Size }

// Pixels paints the page, one pixel per device pixel.
func (d *Drawing) Pixels() *image.RGBA {
	img := Pixels(d.list)
	if d.plots == nil {
		return img
	}
	w, h := vg.Length(d.list.Size.X), vg.Length(d.list.Size.Y)
	// At 72 pixels an inch a length of vg is a pixel.
	c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(72), vgimg.UseBackgroundColor(color.Transparent))
	d.replay(c, wholeFace)
	draw.Draw(img, img.Rect, c.Image(), image.Point{}, draw.Over)
	return img
}

// replay draws the plots on a canvas that is as high as the page and counts upwards from its lower
// edge, with its own faces.
func (d *Drawing) replay(c vg.Canvas, face func(t typeface, size vg.Length) font.Face) {
	if d.plots == nil {
		return
	}
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{Y: vg.Length(d.list.Size.Y)})
	for _, a := range d.plots.Actions {
		if s, ok := a.(*recorder.FillString); ok {
			c.FillString(face(typefaceOf(s.Font), s.Size), s.Point, s.String)
		} else {
			a.ApplyTo(c)
		}
	}
}

// characters are the characters of the texts of the page.
func (d *Drawing) characters() characterSet {
	set := charactersOf(d.list)
	if d.plots == nil {
		return set
	}
	for _, a := range d.plots.Actions {
		if s, ok := a.(*recorder.FillString); ok {
			for _, r := range s.String {
				set[typefaceOf(s.Font)][r] = true
			}
		}
	}
	return set
}

// Spot is a part of a chart that has information for the mouse pointer.
type Spot struct {
	Rect  image.Rectangle // where it is on the page, device pixels
	Lines []string        // what it shows: when, and its values
	// Thread and Range are where it leads to: among several, the longest. The thread is NoThread
	// where none is known; the range has no length where it leads nowhere.
	Thread model.ThreadIx
	Range  model.Range
}

// spotArea is a plot whose data fill a box of the page.
type spotArea struct {
	box  image.Rectangle
	find func(at, size image.Point) (Spot, bool)
}

// Spot is what the page shows at a place; ok is false where there is no further information.
func (d *Drawing) Spot(at image.Point) (s Spot, ok bool) {
	for _, a := range d.spots {
		if at.In(a.box) {
			s, ok = a.find(at.Sub(a.box.Min), a.box.Size())
			s.Rect = s.Rect.Add(a.box.Min)
			return s, ok
		}
	}
	return s, false
}

// Pixels paints a page.
func Pixels(page *paint.DisplayList) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: page.Size})
	paint.Raster(page, img)
	return img
}
