package payload

import (
	"testing"
)

func TestCLR(t *testing.T) {
	method := raw(uint64(1), uint64(2), uint64(3), uint32(4), uint32(5), uint32(MethodJitted))
	want := Method{ID: 1, Module: 2, Start: 3, Size: 4, Token: 5, Flags: MethodJitted}
	with := func(instance uint16, rejit uint64) Method {
		m := want
		m.Instance, m.ReJIT = instance, rejit
		return m
	}
	name := raw("N.Type", "Run", "void ()")
	verbose := func(m Method) *MethodVerbose {
		return &MethodVerbose{m, units("N.Type"), units("Run"), units("void ()")}
	}
	m1, m2 := with(6, 0), with(6, 7)
	v := func(version uint16) Layout { return Layout{Version: version} }
	for _, c := range []decoderCase{
		{"method v0", method, v(0), &want},
		{"method v1", raw(method, uint16(6)), v(1), &m1},
		{"method v2", raw(method, uint16(6), uint64(7)), v(2), &m2},
		{"verbose v0", raw(method, name), v(0), verbose(want)},
		{"verbose v1", raw(method, name, uint16(6)), v(1), verbose(m1)},
		{"verbose v2", raw(method, name, uint16(6), uint64(7)), v(2), verbose(m2)},
		{"contention v0", nil, v(0), &ContentionStart{}},
		{"contention v1", raw(uint8(1), uint16(3)), v(1), &ContentionStart{Flags: 1, Instance: 3}},
		{
			"contention v2, 32 bits", raw(uint8(0), uint16(3), uint32(4), uint32(5), uint64(6)), v(2),
			&ContentionStart{0, 3, 4, 5, 6},
		},
		{
			"contention v2, 64 bits", raw(uint8(0), uint16(3), uint64(4), uint64(5), uint64(6)), wide,
			&ContentionStart{0, 3, 4, 5, 6},
		},
	} {
		t.Run(c.name, c.run)
	}
}

// TestCLRShort checks payloads that lack their tail.
func TestCLRShort(t *testing.T) {
	method := raw(uint64(1), uint64(2), uint64(3), uint32(4), uint32(5), uint32(0))
	for name, c := range map[string]decoderCase{
		"method v1":        {b: method, l: Layout{Version: 1}, want: &Method{}},
		"verbose v2":       {b: raw(method, "a", "b", "c", uint16(1)), l: wide, want: &MethodVerbose{}},
		"verbose, no name": {b: method, l: Layout{Version: 1}, want: &MethodVerbose{}},
		"contention v2":    {b: raw(uint8(0), uint16(3), uint64(4)), l: wide, want: &ContentionStart{}},
	} {
		if c.want.Decode(c.b, c.l) {
			t.Errorf("%s: %d bytes were enough", name, len(c.b))
		}
	}
}
