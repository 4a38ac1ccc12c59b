package grid

import "testing"

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{2.75: "+2.75", -22.071: "−22.07", 0: "0.00", -0.001: "0.00", 0.005: "+0.01", 100: "+100.00"} {
		if got := signed(v, 2); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
