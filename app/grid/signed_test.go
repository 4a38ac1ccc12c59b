package grid

import (
	"testing"

	"threadlens/model/report"
)

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{2.75: "+2.75", -22.071: "−22.07", 0: "0.00", -0.001: "0.00", 0.005: "+0.01", 100: "+100.00"} {
		if got := signed(v, 2); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

// TestSignedOrder: the values furthest from zero come first, on either side.
func TestSignedOrder(t *testing.T) {
	g := New()
	c := &Content{Table: &report.Table{}, Columns: []Column{{Name: "error", Kind: report.KindPercent, Signed: true}}}
	for _, v := range []float64{2, -5, 0, 3} {
		c.Rows = append(c.Rows, rowOf([]report.Value{{Kind: report.KindPercent, Float: v}}))
	}
	g.Show(c, Scope{})
	for reverse, want := range map[bool]float64{false: -5, true: 0} {
		g.SortBy(Order{"error", reverse})
		if got := g.Cell(g.Row(0), 0).Float; got != want {
			t.Errorf("reversed %v: %v is first, want %v", reverse, got, want)
		}
	}
}

// TestSignedUnit: a difference of shares is in percentage points.
func TestSignedUnit(t *testing.T) {
	g := New()
	for want, c := range map[string]Column{
		"Error (pp)":    {Title: "Error", Kind: report.KindPercent, Signed: true},
		"Error (cores)": {Title: "Error", Kind: report.KindCores, Signed: true},
		"Share (%)":     {Title: "Share", Kind: report.KindPercent},
	} {
		if got := g.Head(&c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
