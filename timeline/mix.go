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

// total is the sum of all slots.
func (s *sums) total() (sum model.Time) {
	for _, d := range s.ns {
		sum += d
	}
	return sum
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

// stack turns shares into heights in pixels in a column of h pixels, 0 < h <=
// 128. Execution and Synchronization get a pixel if they have any share, even one
// that rounded to nothing (execution and sync are 1 then); the others are shared
// out: each height is the difference of two rounded prefix sums, so that they add
// up to the height of the whole. The caller has no shares in rest.
//
// All eight are computed at once, four in the even and four in the odd bytes of a
// register: a quarter of a million columns a frame leave no time for loops, nor
// for branches that depend on what is in them. Instead of v·h/255 it rounds
// (v+1)·h/256, the same for 0 and 255 and without a division.
func stack(shares, execution, sync uint64, h int) uint64 {
	const half = 127 * (everyByte & evenBytes)
	sum := shares * everyByte
	k := uint64(h) - execution - sync
	even := (sum&evenBytes+everyByte&evenBytes)*k + half
	odd := (sum>>8&evenBytes+everyByte&evenBytes)*k + half
	y := even>>8&evenBytes | odd&^evenBytes
	y += execution*everyByte + sync*(everyByte>>(8*slotSync)<<(8*slotSync))
	if y == 0 {
		return trace(shares)
	}
	return y - y<<8
}

// trace is a pixel for the largest of shares that are all too small for one.
func trace(shares uint64) uint64 {
	if shares == 0 {
		return 0
	}
	return only(mix{main: shares}.largest(), 1).main
}

// heights is stack for any shares. Unknown gets a pixel like Execution, and a
// share of 98.5 % takes all of the column that the three leave.
func (m mix) heights(h int) (out mix) {
	var least [numSlots]int
	for _, s := range [...]slot{slotExecution, slotSync, slotUnknown} {
		if m.at(s) > 0 && h > 0 {
			least[s] = 1
			h--
		}
	}
	if most := m.largest(); m.at(most) >= solidShare {
		m = only(most, m.total())
	}
	sum, y := 0, 0
	for s := range slot(numSlots) {
		sum += m.at(s)
		out.add(s, scaleByte(sum, h)-y+least[s])
		y = scaleByte(sum, h)
	}
	if out == (mix{}) && m != out {
		return only(m.largest(), 1)
	}
	return out
}

// scaleByte is round(v·h/255).
func scaleByte(v, h int) int {
	v = v*h + 128
	return (v + v>>8) >> 8
}

// total is the sum of all bytes.
func (m mix) total() (sum int) {
	for s := range slot(numSlots) {
		sum += m.at(s)
	}
	return sum
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
