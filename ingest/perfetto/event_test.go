package perfetto

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// TestUsualEvents: the quick way to take an event apart finds what the general one finds, whatever the
// bytes, and is taken by the events that recorders write.
func TestUsualEvents(t *testing.T) {
	padded := []byte{1 << 3, 5, 2 << 3, 7, 4<<3 | 2, 0x83, 0x80, 0x80, 0, 2 << 3, 0xc8, 1} // the length filled up to four bytes
	events := [][]byte{padded}
	for _, field := range [][]byte{switched(1<<40, 300, 2, 0), waking(77, 0, 12, 3, 1)} {
		m := over(field)
		m.next()
		events = append(events, m.data)
	}
	flagged := append([]byte{1 << 3, 5, 2 << 3, 7, 5 << 3, 16}, txt(300, num(1, 2))...)
	events = append(events, flagged)
	for i, b := range events {
		var e event
		if !e.usual(b) {
			t.Errorf("event %d is not taken apart the quick way", i)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	quick := 0
	for range 200_000 {
		b := append([]byte{}, events[random.IntN(len(events))]...)
		for range random.IntN(3) {
			b[random.IntN(len(b))] = byte(random.Uint32())
		}
		b = b[:len(b)-max(0, random.IntN(40)-30)%(len(b)+1)]
		if random.IntN(8) == 0 {
			b = protowire.AppendVarint(append(b, byte(random.IntN(8)<<3)), random.Uint64())
		}
		var fast, slow event
		if !fast.usual(b) {
			continue
		}
		quick++
		if !slow.any(b) || !reflect.DeepEqual(fast, slow) {
			t.Fatalf("% x:\n%+v the quick way,\n%+v otherwise", b, fast, slow)
		}
	}
	if quick < 1000 {
		t.Errorf("only %d of the events were taken apart the quick way", quick)
	}
}
