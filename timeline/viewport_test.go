package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

func TestViewportColumns(t *testing.T) {
	for _, c := range []struct {
		view Viewport
		at   model.Time
		x    int
	}{
		{Viewport{model.Range{From: 0, To: 1000}, 100}, 0, 0},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, 9, 0},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, 10, 1},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, 999, 99},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, 1000, 100},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, -1, -1},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, -10, -1},
		{Viewport{model.Range{From: 0, To: 1000}, 100}, -11, -2},
		// Columns of 3⅓ ns: 0…3, 4…6, 7…9.
		{Viewport{model.Range{From: 100, To: 110}, 3}, 103, 0},
		{Viewport{model.Range{From: 100, To: 110}, 3}, 104, 1},
		{Viewport{model.Range{From: 100, To: 110}, 3}, 106, 1},
		{Viewport{model.Range{From: 100, To: 110}, 3}, 107, 2},
		// A week at 1 ns resolution does not overflow.
		{Viewport{model.Range{From: 0, To: 168 * hour}, 32000}, 84 * hour, 16000},
		{Viewport{model.Range{From: 0, To: 168 * hour}, 32000}, 84*hour - 1, 15999},
	} {
		if x := c.view.X(c.at); x != c.x {
			t.Errorf("%v: X(%d) = %d, want %d", c.view, c.at, x, c.x)
		}
	}
}

// randomView is a valid viewport of some trace.
func randomView(r *rand.Rand) Viewport {
	width := 1 + r.IntN(3000)
	from := model.Time(r.Int64N(1<<40)) - 1<<30
	length := model.Time(width) + model.Time(math.Exp(r.Float64()*25))
	return Viewport{model.Range{From: from, To: from + length}, width}
}

func TestTimeAtIsInverseOfX(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		v := randomView(r)
		x := r.IntN(3*v.Width) - v.Width
		at := v.TimeAt(x)
		if v.X(at) != x || v.X(at-1) >= x {
			t.Fatalf("%v: column %d begins at %d, but X(%d) = %d and X(%d) = %d", v, x, at, at, v.X(at), at-1, v.X(at-1))
		}
		if c := v.Column(x); c.Len() < 1 || c.To != v.TimeAt(x+1) {
			t.Fatalf("%v: column %d is %v", v, x, c)
		}
	}
	v := randomView(r)
	if v.TimeAt(0) != v.From || v.TimeAt(v.Width) != v.To {
		t.Errorf("%v: columns cover [%d, %d)", v, v.TimeAt(0), v.TimeAt(v.Width))
	}
}

func TestZoomKeepsTheTimeUnderThePointer(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	whole := model.Range{From: 0, To: 20 * second}
	v := Viewport{whole, 1316}.Zoom(600, 30, whole)
	for _, factor := range []float64{1.25, 1.5, 0.8, 2, 0.9999999, 1.0000001, 0.75} {
		x := 200 + r.IntN(800)
		at := v.TimeAt(x)
		z := v.Zoom(x, factor, whole)
		if z.TimeAt(x) != at {
			t.Errorf("zoom by %v: %d was under the pointer, now %d", factor, at, z.TimeAt(x))
		}
		if (z.Len() < v.Len()) != (factor > 1) {
			t.Errorf("zoom by %v: length from %d to %d", factor, v.Len(), z.Len())
		}
		v = z
	}
}

func TestZoomInAndOutReturns(t *testing.T) {
	whole := model.Range{From: 0, To: 15*second + 7}
	v := Viewport{whole, 1000}
	at := v.TimeAt(333)
	for range 200 {
		v = v.Zoom(333, 1.25, whole)
	}
	if v.Len() != 1000 || v.TimeAt(333) != at {
		t.Errorf("at the deepest zoom: %d ns, %d under the pointer; want 1000 and %d", v.Len(), v.TimeAt(333), at)
	}
	for range 200 {
		v = v.Zoom(333, 0.8, whole)
	}
	if want := maxLen(whole); v.Len() != want {
		t.Errorf("at the widest zoom: %d ns, want %d", v.Len(), want)
	}
	for _, bad := range []float64{0, -1, math.NaN()} {
		if got := v.Zoom(5, bad, whole); got != v {
			t.Errorf("zoom by %v changed %v to %v", bad, v, got)
		}
	}
	if got := v.Zoom(5, math.Inf(1), whole); got.Len() != 1000 {
		t.Errorf("zoom by infinity: %d ns", got.Len())
	}
}

// TestNoWidth: in a view without columns every column starts where the view does.
func TestNoWidth(t *testing.T) {
	if got := (Viewport{Range: model.Range{From: 5, To: 10}}).TimeAt(3); got != 5 {
		t.Errorf("%d", got)
	}
}

// TestZoomMoves: a step too small to round to another length still changes it, by a
// nanosecond; a zero step does not, nor one beyond the limits.
func TestZoomMoves(t *testing.T) {
	whole := model.Range{To: 1000}
	for _, c := range []struct {
		length int64
		factor float64
		want   model.Time
	}{
		{500, 1.0001, 499},
		{500, 0.9999, 501},
		{500, 1, 500},
		{500, 2, 250},
		{500, 0, 500},
		{500, -1, 500},
		{100, 1.0001, 100},
		{101, 1.0001, 100},
		{1040, 0.9999, 1040},
		{1039, 0.9999, 1040},
		{1040, 0, 1040},
	} {
		v := Viewport{model.Range{From: 10, To: 10 + model.Time(c.length)}, 100}
		if c.length > 900 {
			v.Range = model.Range{From: -20, To: model.Time(c.length) - 20}
		}
		if got := v.Zoom(50, c.factor, whole); got.Len() != c.want {
			t.Errorf("%d ns by %v: %d, want %d", c.length, c.factor, got.Len(), c.want)
		}
	}
}

func TestClamp(t *testing.T) {
	whole := model.Range{From: 0, To: 10_000} // margins of 200
	for _, c := range []struct{ in, want model.Range }{
		{model.Range{From: 100, To: 5000}, model.Range{From: 100, To: 5000}},
		{model.Range{From: -150, To: 5000}, model.Range{From: -150, To: 5000}},
		{model.Range{From: -1000, To: 4000}, model.Range{From: -200, To: 4800}},
		{model.Range{From: 8000, To: 12_000}, model.Range{From: 6200, To: 10_200}},
		{model.Range{From: -5000, To: 50_000}, model.Range{From: -200, To: 10_200}},
		{model.Range{From: 300, To: 310}, model.Range{From: 255, To: 355}}, // 100 pixels need 100 ns
		{model.Range{From: 500, To: 500}, model.Range{From: 450, To: 550}},
	} {
		if got := (Viewport{c.in, 100}).Clamp(whole); got.Range != c.want {
			t.Errorf("clamp %v: %v, want %v", c.in, got.Range, c.want)
		}
	}
	// A trace shorter than the picture begins at its left edge, at 1 ns a pixel.
	for _, tiny := range []model.Range{{To: 40}, {}, {From: 7, To: 7}} {
		want := model.Range{From: tiny.From, To: tiny.From + 100}
		if got := (Viewport{tiny, 100}).Clamp(tiny); got.Range != want {
			t.Errorf("a trace of %v: %v, want %v", tiny, got.Range, want)
		}
	}
}

func TestPanReturns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	whole := model.Range{From: -1 << 42, To: 1 << 42}
	for range 500 {
		v := randomView(r).Clamp(whole)
		px := r.IntN(2000) - 1000
		if got := v.Pan(px, whole).Pan(-px, whole); got != v {
			t.Fatalf("pan of %v by %d and back: %v", v, px, got)
		}
	}
}

func TestFit(t *testing.T) {
	whole := model.Range{From: 0, To: second}
	v := Viewport{whole, 1000}
	if got := v.Fit(model.Range{From: 1000, To: 9000}, whole).Range; got != (model.Range{From: 1000, To: 9000}) {
		t.Errorf("fit: %v", got)
	}
	if got := v.Fit(model.Range{From: 5000, To: 5010}, whole).Range; got != (model.Range{From: 4505, To: 5505}) {
		t.Errorf("fit of 10 ns into 1000 pixels: %v", got)
	}
	for length, want := range map[model.Time]model.Range{
		998: {From: 4999, To: 5999}, 999: {From: 5000, To: 6000}, 1000: {From: 5000, To: 6000}, 1001: {From: 5000, To: 6001},
	} {
		if got := v.Fit(model.Range{From: 5000, To: 5000 + length}, whole).Range; got != want {
			t.Errorf("fit of %d ns into 1000 pixels: %v, want %v", length, got, want)
		}
	}
}
