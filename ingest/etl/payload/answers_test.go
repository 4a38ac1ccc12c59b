package payload

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestAnswersOfDecoders notices every change in what a decoder reads from bodies of all lengths,
// versions and widths (see modeltest.Sums).
func TestAnswersOfDecoders(t *testing.T) {
	s := modeltest.NewSums(t, "testdata/decoders.txt")
	makers := map[string]func() Decoder{}
	for _, e := range kernelEvents {
		makers[fmt.Sprintf("%T %d", e.newDecoder(), e.hooks[0])] = e.newDecoder
	}
	for i, d := range otherDecoders() {
		makers[fmt.Sprintf("%T", d)] = func() Decoder { return otherDecoders()[i] }
	}
	for name, newDecoder := range makers {
		rng := rand.New(rand.NewPCG(uint64(len(name)), 7))
		var all strings.Builder
		for version := range uint16(7) {
			for _, wide := range []bool{false, true} {
				body := likelyBody(rng)
				for n := range len(body) {
					d := newDecoder()
					if l := (Layout{Version: version, Wide: wide}); d.Decode(body[:n:n], l) {
						fmt.Fprintf(&all, "%d %+v\n", n, d)
					}
				}
			}
		}
		s.Add(all.String(), name)
	}
	s.Compare()
}

// likelyBody is a plausible payload: small numbers, and letters.
func likelyBody(rng *rand.Rand) []byte {
	b := make([]byte, 200)
	for i := range b {
		switch rng.IntN(6) {
		case 0:
			b[i] = byte('a' + rng.IntN(26))
		case 1, 2:
			b[i] = byte(rng.IntN(9))
		}
	}
	return b
}

// TestAnswersOfSchemas is the same for schemas that are damaged at one place, and payloads read
// with them.
func TestAnswersOfSchemas(t *testing.T) {
	s := modeltest.NewSums(t, "testdata/schemas.txt")
	body := likelyBody(rand.New(rand.NewPCG(1, 8)))
	read := func(fs Fields) string {
		var b strings.Builder
		for _, wide := range []bool{false, true} {
			for _, n := range []int{0, 1, 7, 8, 40, len(body)} {
				ok := fs.Each(body[:n:n], Layout{Wide: wide}, func(v Value) bool {
					fmt.Fprintf(&b, "%s %d %d %x\n", v.Field.Name, v.Type, v.Index, v.Data)
					return v.Index < 50
				})
				shown, all := fs.Append(nil, body[:n:n], Layout{Wide: wide})
				fmt.Fprintf(&b, "%v %s %v\n", ok, shown, all)
			}
		}
		return b.String()
	}
	damaged := func(key string, whole []byte, step int, ask func([]byte) string) {
		for at := 0; at < len(whole); at += step {
			for _, to := range []byte{0, 1, 2, 8, 0x41, 0x80, 0xff} {
				b := slices.Clone(whole)
				b[at] = to
				s.Add(ask(b), key)
			}
			s.Add(ask(whole[:at:at]), key)
		}
	}
	damaged("manifest", []byte(testManifest), 7, func(b []byte) string {
		m, err := ParseManifest(b)
		if err != nil {
			return "no manifest"
		}
		text := fmt.Sprintf("%+v\n", m)
		for i := range m.events {
			text += read(m.events[i].Fields)
		}
		return text
	})
	for _, c := range tlCases {
		damaged("tracelogging "+c.name, tlSchema("Event", c.fields), 1, func(b []byte) string {
			var d TraceLogging
			if !d.Decode(b, Layout{}) {
				return "no schema"
			}
			return fmt.Sprintf("%+v\n", d) + read(d.Fields)
		})
	}
	damaged("eventinfo", newInfo(someProperties, 6).bytes(), 1, func(b []byte) string {
		var d EventInfo
		if !d.Decode(b, Layout{}) {
			return "no schema"
		}
		return fmt.Sprintf("%+v\n", d) + read(d.Fields)
	})
	s.Compare()
}
