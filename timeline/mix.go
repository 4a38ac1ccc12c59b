package timeline

import (
	"math/bits"

	"threadlens/model"
)

// slot is the place of a category in a column, counted from the bottom.
type slot uint8

// stackOrder is the order in which the shares of a column are stacked, bottom
// first (ux.md 6.2).
var stackOrder = [model.NumCategories]model.Category{
	model.Execution, model.Interrupt, model.Synchronization, model.Sleep, model.IO,
	model.MemoryManagement, model.Preemption, model.Dispatch,
	model.UIProcessing, model.UnknownCategory,
}

// The slots that the code names.
const (
	slotExecution slot = 0
	slotInterrupt slot = 1
	slotSync      slot = 2
	slotSleep     slot = 3
	slotReady     slot = 7
	slotUI        slot = 8
	slotUnknown   slot = 9
	numSlots           = model.NumCategories
)

// slotOf is the inverse of stackOrder.
var slotOf = func() (of [model.NumCategories]slot) {
	for i, c := range stackOrder {
		of[c] = slot(i)
	}
	return of
}()

// mix holds ten bytes, one a slot: the first eight in main, lowest slot in the
// lowest byte, the last two in rest. It is used for shares (fullShare is the
// whole) and for heights (in pixels). The bytes of shares never add up to more
// than fullShare, so that one multiplication makes all their prefix sums.
type mix struct {
	main uint64
	rest uint16
}

const (
	fullShare = 255
	// solidShare is 98.5 % of fullShare: what other shares are left with one
	// that has as much is not worth a stack.
	solidShare = 251

	everyByte = 0x0101010101010101
	evenBytes = 0x00FF00FF00FF00FF
	lowBits   = 0x7F7F7F7F7F7F7F7F
)

// at is the byte of slot s.
func (m mix) at(s slot) int {
	if s < slotUI {
		return int(m.main >> (8 * s) & 0xFF)
	}
	return int(m.rest >> (8 * (s - slotUI)) & 0xFF)
}

// only is the mix with nothing but v in slot s.
func only(s slot, v int) mix {
	if s < slotUI {
		return mix{main: uint64(v) << (8 * s)}
	}
	return mix{rest: uint16(v) << (8 * (s - slotUI))}
}

func (m *mix) add(s slot, v int) {
	if s < slotUI {
		m.main += uint64(int64(v)) << (8 * s)
	} else {
		m.rest += uint16(v) << (8 * (s - slotUI))
	}
}

// average is the mean of two shares. ok is false when a share would round down
// to nothing: then the caller has to do it with care.
func average(a, b mix) (m mix, ok bool) {
	x := a.main ^ b.main
	m.main = a.main&b.main + x>>1&lowBits
	m.rest = a.rest&b.rest + (a.rest^b.rest)>>1&0x7F7F
	return m, noneLost(m.main, a.main|b.main) && noneLost(uint64(m.rest), uint64(a.rest|b.rest))
}

// noneLost tells whether every byte that is not zero in whole is not in part.
func noneLost(part, whole uint64) bool { return nonZero(whole)&^nonZero(part) == 0 }

// nonZero has the high bit of every byte of v that is not zero.
func nonZero(v uint64) uint64 { return ((v&lowBits + lowBits) | v) &^ lowBits }

// sums are lengths of time by slot, and which of them are not zero.
type sums struct {
	ns   [numSlots]model.Time
	seen uint16 // bit i: ns[i] is not zero
}

func (s *sums) add(sl slot, d model.Time) {
	s.ns[sl] += d
	s.seen |= 1 << sl
}

// addShares adds shares of a bucket that is width ns long.
func (s *sums) addShares(m mix, width model.Time) {
	for sl := range slot(numSlots) {
		if v := m.at(sl); v > 0 {
			s.add(sl, max(1, width*model.Time(v)/fullShare))
		}
	}
}

// shares expresses the sums in shares of span ns. Nothing that is there rounds
// to nothing; the largest share makes up for the rounding of the others.
func (s *sums) shares(span model.Time) mix {
	if s.seen&(s.seen-1) == 0 && s.seen != 0 {
		sl := slot(bits.TrailingZeros16(s.seen))
		if s.ns[sl] >= span {
			return only(sl, fullShare)
		}
	}
	var (
		m     mix
		k     = fullShare / float64(span)
		most  slot
		best  int
		sum   int
		total float64
	)
	for seen := s.seen; seen != 0; seen &= seen - 1 {
		sl := slot(bits.TrailingZeros16(seen))
		v := float64(s.ns[sl]) * k
		q := min(max(1, int(v)), fullShare)
		total += v
		sum += q
		if q > best {
			best, most = q, sl
		}
		m.add(sl, q)
	}
	// Rounding may have made the bytes overflow their sum; see mix.
	want := min(fullShare, int(total+0.5))
	m.add(most, max(want-sum, 1-best))
	return m
}

// heights are the heights in pixels of the shares m in a column of h pixels,
// 0 < h <= 255: each the difference of two rounded prefix sums, so that they
// add up to the height of the whole. Execution, Synchronization and Unknown get
// a pixel if they have any share at all.
//
// All eight of main are computed at once, byte by byte in one register. A
// million columns a frame leave no time for a loop or for a guessed branch.
func (m mix) heights(h int) mix {
	if m.rest != 0 || m.main == 0 {
		return m.slowHeights(h)
	}
	sum := m.main * everyByte
	y := scaleBytes(sum&evenBytes, h) | scaleBytes(sum>>8&evenBytes, h)<<8
	some := nonZero(m.main) >> 7
	// Where Execution has a share, no boundary may lie at the bottom, and where
	// Synchronization has one, none above it where it begins.
	y += sameBytes(y, 0) & -(some & 1)
	sync := -(some >> (8 * slotSync) & 1)
	below := y >> (8 * slotInterrupt) & 0xFF
	if below == uint64(h) && sync != 0 {
		y -= sameBytes(y, below) & (1<<(8*slotSync) - 1)
		below--
	}
	y += sameBytes(y, below) &^ (1<<(8*slotSync) - 1) & sync
	if y == 0 {
		return only(m.largest(), 1)
	}
	return mix{main: y - y<<8}
}

// sameBytes has a 1 in every byte of v that is b.
func sameBytes(v, b uint64) uint64 { return nonZero(v^b*everyByte)>>7 ^ everyByte }

// slowHeights is heights for columns with any share in rest.
func (m mix) slowHeights(h int) (out mix) {
	sum, y := 0, 0
	for s := range slot(numSlots) {
		sum += m.at(s)
		out.add(s, scaleByte(sum, h)-y)
		y = scaleByte(sum, h)
	}
	tall := out.largest()
	for _, s := range [...]slot{slotExecution, slotSync, slotUnknown} {
		if m.at(s) > 0 && out.at(s) == 0 && out.at(tall) > 1 {
			out.add(tall, -1)
			out.add(s, 1)
		}
	}
	if out == (mix{}) && m != out {
		return only(m.largest(), 1)
	}
	return out
}

// scaleBytes is round(v·h/255) for four bytes that stand in 16 bits each.
func scaleBytes(v uint64, h int) uint64 {
	v = v*uint64(h) + 0x0080008000800080
	return (v + v>>8&evenBytes) >> 8 & evenBytes
}

func scaleByte(v, h int) int {
	v = v*h + 128
	return (v + v>>8) >> 8
}

// largest is the slot with the largest byte, the lowest of several.
func (m mix) largest() (most slot) {
	best := uint64(0)
	for nz := nonZero(m.main); nz != 0; nz &= nz - 1 {
		s := bits.TrailingZeros64(nz) / 8
		if v := m.main >> (8 * s) & 0xFF; v > best {
			best, most = v, slot(s)
		}
	}
	if m.rest != 0 {
		for s := slotUI; s <= slotUnknown; s++ {
			if v := uint64(m.at(s)); v > best {
				best, most = v, s
			}
		}
	}
	return most
}

// solid is the slot that has the whole column: no other has a height, and its
// share is at least 98.5 %.
func (m mix) solid(heights mix) (s slot, ok bool) {
	if heights.rest != 0 {
		s = m.largest()
		return s, m.at(s) >= solidShare && heights == only(s, heights.at(s))
	}
	nz := nonZero(heights.main)
	if nz&(nz-1) != 0 {
		return 0, false
	}
	s = slot(bits.TrailingZeros64(nz) / 8)
	return s, m.at(s) >= solidShare
}
