package kit

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Icon names one of the program's own line drawings on a 16 × 16 grid.
type Icon string

// The drawings, as SVG paths of open lines.
const (
	IconOpen    Icon = "M1.5 12.5V3.5H6L7.5 5H13V7 M1.5 12.5L3.5 7H14.8L12.8 12.5Z"
	IconDown    Icon = "M4.5 6.5L8 10L11.5 6.5"
	IconBack    Icon = "M10 3.5L5.5 8L10 12.5"
	IconForward Icon = "M6 3.5L10.5 8L6 12.5"
	IconFilter  Icon = "M2.5 4.5H13.5 M4.8 8H11.2 M7 11.5H9"
	IconWhole   Icon = "M2.5 3V13 M13.5 3V13 M4.5 8H11.5 M6.5 6L4.5 8L6.5 10 M9.5 6L11.5 8L9.5 10"
	IconFit     Icon = "M2.5 6V2.5H6 M10 2.5H13.5V6 M13.5 10V13.5H10 M6 13.5H2.5V10"
	IconClose   Icon = "M4 4L12 12 M12 4L4 12"
	IconWarning Icon = "M8 2.2L14.4 13.4H1.6Z M8 6.2V9.6 M8 11.2V12"
	IconCopy    Icon = "M5.5 5.5H13.5V13.5H5.5Z M10.5 5.5V2.5H2.5V10.5H5.5"
	IconExport  Icon = "M8 10V2.5 M5 5.2L8 2.2L11 5.2 M2.5 9.5V13.5H13.5V9.5"
	IconFinding Icon = "M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5 M10.3 10.3L13.8 13.8 M7 4.8V7.4 M7 9.1V9.2"
	IconRecord  Icon = "M8 3A5 5 0 1 0 8 13A5 5 0 1 0 8 3 M8 6A2 2 0 1 0 8 10A2 2 0 1 0 8 6"
	IconUp      Icon = "M8 13V3.5 M4 7.2L8 3.2L12 7.2"
	IconFolder  Icon = "M1.5 12.5V3.5H6L7.5 5H14.5V12.5Z"
	IconFile    Icon = "M3.5 1.8H9L12.5 5.3V14.2H3.5Z M9 1.8V5.3H12.5"
	IconTicked  Icon = "M3 3H13V13H3Z M5 8.2L7.2 10.5L11.2 5.7"
	IconPart    Icon = "M3 3H13V13H3Z M5.5 8H10.5"
	IconEmpty   Icon = "M3 3H13V13H3Z"
	IconRound   Icon = "M8 3A5 5 0 1 0 8 13A5 5 0 1 0 8 3"
	IconError   Icon = "M8 1.8A6.2 6.2 0 1 0 8 14.2A6.2 6.2 0 1 0 8 1.8 M8 4.8V8.8 M8 10.6V11.4"
)

// resource draws the icon in a colour.
func (i Icon) resource(c color.Color) fyne.Resource {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	hex := fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
	svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">` +
		`<path d="` + string(i) + `" fill="none" stroke="` + hex +
		`" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/></svg>`
	name := strings.NewReplacer(" ", "", ".", "").Replace(string(i)) + hex + ".svg"
	return fyne.NewStaticResource(name, []byte(svg))
}

// Glyph shows an icon, 16 × 16 next to text of the usual size, in one of the theme's colours.
type Glyph struct {
	widget.BaseWidget
	icon  Icon
	Color fyne.ThemeColorName
}

// NewGlyph shows an icon in a colour.
func NewGlyph(i Icon, color fyne.ThemeColorName) *Glyph {
	g := &Glyph{icon: i, Color: color}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer implements fyne.Widget.
func (g *Glyph) CreateRenderer() fyne.WidgetRenderer {
	r := &glyphRenderer{g, canvas.NewImageFromResource(nil)}
	r.img.FillMode = canvas.ImageFillContain
	r.Refresh()
	return r
}

type glyphRenderer struct {
	g   *Glyph
	img *canvas.Image
}

// GlyphSize is the side of an icon, dp for text of the usual size.
const GlyphSize = 16

func (r *glyphRenderer) Destroy()                     {}
func (r *glyphRenderer) MinSize() fyne.Size           { return fyne.NewSquareSize(Scaled(GlyphSize)) }
func (r *glyphRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.img} }

func (r *glyphRenderer) Layout(size fyne.Size) {
	side := Scaled(GlyphSize)
	r.img.Resize(fyne.NewSquareSize(side))
	r.img.Move(fyne.NewPos((size.Width-side)/2, (size.Height-side)/2))
}

func (r *glyphRenderer) Refresh() {
	r.img.Resource = r.g.icon.resource(theme.Color(r.g.Color))
	r.img.Refresh()
}
