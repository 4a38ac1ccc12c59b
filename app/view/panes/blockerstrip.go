package panes

import (
	"image"
	"sort"

	"fyne.io/fyne/v2"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// strip is a coloured strip that shows what a wait was spent on.
type strip struct {
	kit.Painted
	pieces []explain.BlockerPiece
	span   model.Range
}

// NewStrip is an empty strip; height is its minimum height.
func NewStrip(height float32) *strip {
	s := &strip{}
	s.Min = fyne.NewSize(0, height)
	s.Painted.Paint = s.Draw
	s.ExtendBaseWidget(s)
	return s
}

// Set shows the pieces of a wait that lasted for span.
func (s *strip) Set(pieces []explain.BlockerPiece, span model.Range) {
	s.pieces, s.span = pieces, span
	s.Refresh()
}

// Draw gives each pixel column the category with the most time in it, and joins equal neighbours.
func (s *strip) Draw(img *image.RGBA, line int) {
	w := img.Rect.Dx()
	if len(s.pieces) == 0 || s.span.Len() == 0 || w == 0 {
		return
	}
	v := timeline.Viewport{Range: s.span, Width: w}
	start, last := 0, s.most(v.Column(0))
	for x := 1; x <= w; x++ {
		c := last
		if x < w {
			c = s.most(v.Column(x))
		}
		if x < w && c == last {
			continue
		}
		if last != model.NumCategories {
			kit.PaintCategory(img, image.Rect(start, 0, x, img.Rect.Dy()), last, line)
		}
		start, last = x, c
	}
}

// most is the category with the most time in r, NumCategories if there is none.
func (s *strip) most(r model.Range) model.Category {
	if r.Len() == 0 {
		r.To = r.From + 1
	}
	var sums model.Sums
	i := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].To > r.From })
	for ; i < len(s.pieces) && s.pieces[i].From < r.To; i++ {
		sums[s.pieces[i].Category] += s.pieces[i].Overlap(r)
	}
	best := model.Category(model.NumCategories)
	var most model.Time
	for _, c := range kit.CategoryOrder {
		if sums[c] > most {
			best, most = c, sums[c]
		}
	}
	return best
}
