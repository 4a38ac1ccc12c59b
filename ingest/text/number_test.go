package text

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

func TestParseTime(t *testing.T) {
	tests := []struct {
		text string
		want model.Time
		ok   bool
	}{
		{"0ns", 0, true},
		{"7ns", 7, true},
		{"900us", 900_000, true},
		{"100771.8us", 100_771_800, true},
		{"0.25s", 250_000_000, true},
		{"1.5000ms", 1_500_000, true},
		{"1.000ns", 1, true},
		{"-3us", -3000, true},
		{"2305843009213693952ns", maxTime, true},
		{"2305843009213693953ns", 0, false},
		{"99999999999999999999s", 0, false},
		{"9223372036854775807s", 0, false},
		{"1.5ns", 0, false},
		{"1.0001us", 0, false},
		{"", 0, false},
		{"us", 0, false},
		{"-us", 0, false},
		{"5", 0, false},
		{".5us", 0, false},
		{"5.us", 0, false},
		{"1.2.3us", 0, false},
		{"+5us", 0, false},
		{"--5us", 0, false},
		{"1e3us", 0, false},
		{"1_000us", 0, false},
		{"5 us", 0, false},
		{"5m", 0, false},
		{"5us5", 0, false},
	}
	for _, test := range tests {
		if got, ok := parseTime(test.text); got != test.want || ok != test.ok {
			t.Errorf("parseTime(%q) = %d, %v; want %d, %v", test.text, got, ok, test.want, test.ok)
		}
	}
}

func TestAppendTime(t *testing.T) {
	tests := []struct {
		time model.Time
		want string
	}{
		{0, "0us"},
		{1, "0.001us"},
		{100_771_800, "100771.8us"},
		{540_000_000, "540000us"},
		{1_000_010, "1000.01us"},
		{-1500, "-1.5us"},
	}
	for _, test := range tests {
		if got := string(appendTime(nil, test.time)); got != test.want {
			t.Errorf("appendTime(%d) = %q, want %q", test.time, got, test.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		want := model.Time(random.Int64N(int64(maxTime)) >> random.IntN(60))
		if random.IntN(2) == 0 {
			want = -want
		}
		text := string(appendTime(nil, want))
		if got, ok := parseTime(text); !ok || got != want {
			t.Fatalf("%d is printed as %q and read as %d, %v", want, text, got, ok)
		}
	}
}

func TestParseInt(t *testing.T) {
	tests := []struct {
		text string
		want int64
		ok   bool
	}{
		{"0", 0, true},
		{"010", 10, true},
		{"-5", -5, true},
		{"0x10", 16, true},
		{"0xffffffffffffffff", -1, true},
		{"0x1ffffffffffffffff", 0, false},
		{"-0x1", 0, false},
		{"9223372036854775808", 0, false},
		{"", 0, false},
		{"0x", 0, false},
	}
	for _, test := range tests {
		got, ok := parseInt(test.text)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("parseInt(%q) = %d, %v; want %d, %v", test.text, got, ok, test.want, test.ok)
		}
	}
}
