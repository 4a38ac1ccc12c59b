package kit

// What gestures over all pictures of time have in common.
const (
	// Notch is what a mouse wheel reports for one click.
	Notch = 25
	// WheelZoom is the zoom of one click of the wheel, KeyZoom of one key.
	WheelZoom = 1.25
	KeyZoom   = 1.5
	// ChartSteps is the number of steps in which the keys read a chart from one end of the
	// window to the other.
	ChartSteps = 100
)

// ChartStep moves from column x of a chart of the given width by one step in the direction dir (-1
// or 1). It returns the new column, and how far the step leads out of the chart.
func ChartStep(x, width, dir int) (to, out int) {
	to = x + dir*max(1, width/ChartSteps)
	in := min(max(to, 0), width-1)
	return in, to - in
}
