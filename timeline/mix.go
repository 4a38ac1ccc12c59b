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
	model.UIProcessing, model.WaitForWork, model.Unclassified, model.UnknownCategory,
}

// The slots that the code names.
const (
	SlotExecution slot = 0
	slotInterrupt slot = 1
	slotSync      slot = 2
	slotSleep     slot = 3
	slotReady     slot = 7
	slotUI        slot = 8
	slotUnknown   slot = 11
	// NumSlots is how many there may be; lanes of threads have one a category,
	// those of processors more (corelane.go).
	NumSlots = 16
)

// slotOf is the inverse of stackOrder.
var slotOf = func() (of [model.NumCategories]slot) {
	for i, c := range stackOrder {
		of[c] = slot(i)
	}
	return of
}()

// mix holds sixteen bytes, one a slot: the first eight in main, lowest slot in the
// lowest byte, the others in rest. It is used for shares (fullShare is the
// whole) and for heights (in pixels). The bytes of shares never add up to more
// than fullShare, so that one multiplication makes all their prefix sums.
type mix struct {
	main, rest uint64
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
	return int(m.rest >> (8 * (s - slotUI) & 63) & 0xFF)
}

// only is the mix with nothing but v in slot s.
func only(s slot, v int) mix {
	if s < slotUI {
		return mix{main: uint64(v) << (8 * s)}
	}
	return mix{rest: uint64(v) << (8 * (s - slotUI) & 63)}
}

func (m *mix) add(s slot, v int) {
	if s < slotUI {
		m.main += uint64(int64(v)) << (8 * s)
	} else {
		m.rest += uint64(int64(v)) << (8 * (s - slotUI) & 63)
	}
}

// slots has bit s set where the byte of slot s is not zero.
func (m mix) slots() uint16 {
	const gather = 0x0102040810204080 // the lowest bits of all bytes into the highest byte
	low, high := nonZero(m.main)>>7*gather>>56, nonZero(m.rest)>>7*gather>>56
	return uint16(low | high<<8)
}

// nonZero has the high bit of every byte of v that is not zero.
func nonZero(v uint64) uint64 { return ((v&lowBits + lowBits) | v) &^ lowBits }

// sums are lengths of time by slot, and which of them are not zero.
type sums struct {
	ns   [NumSlots]model.Time
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
	for set := m.slots(); set != 0; set &= set - 1 {
		sl := slot(bits.TrailingZeros16(set))
		s.add(sl, max(1, width*model.Time(m.at(sl))/fullShare))
	}
}

// shares expresses the sums in shares of span ns. Nothing that is there rounds
// to nothing, and where nothing is there are no shares; the largest share makes up
// for the rounding of the others.
func (s *sums) shares(span model.Time) mix {
	if s.seen == 0 {
		return mix{}
	}
	if s.seen&(s.seen-1) == 0 {
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

// stackAll is stack for shares in any slot; Unknown gets a pixel if it has any share.
func stackAll(m mix, execution, sync, unknown uint64, h int) mix {
	k := uint64(h) - execution - sync - unknown
	sums := m.main * everyByte
	y := mix{
		main: scaled(sums, k) + execution*everyByte + sync*(everyByte>>(8*slotSync)<<(8*slotSync)),
		rest: scaled((m.rest+sums>>56)*everyByte, k) + (execution+sync)*everyByte +
			unknown*(everyByte>>(8*(slotUnknown-slotUI))<<(8*(slotUnknown-slotUI))),
	}
	if y == (mix{}) {
		if y == m {
			return m
		}
		return only(m.largest(), 1)
	}
	return mix{y.main - y.main<<8, y.rest - (y.rest<<8 | y.main>>56)}
}

// scaled are prefix sums of shares in a column of k pixels.
func scaled(sums, k uint64) uint64 {
	const half = 127 * (everyByte & evenBytes)
	even := (sums&evenBytes+everyByte&evenBytes)*k + half
	odd := (sums>>8&evenBytes+everyByte&evenBytes)*k + half
	return even>>8&evenBytes | odd&^evenBytes
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
func (m mix) heights(h int) mix { return m.keeping(h, SlotExecution, slotSync, slotUnknown) }

// keeping turns shares into heights, of which those of the slots in keep are at
// least a pixel.
func (m mix) keeping(h int, keep ...slot) (out mix) {
	for _, s := range keep {
		if m.at(s) > 0 && h > 0 {
			out.add(s, 1)
			h--
		}
	}
	if most := m.largest(); m.at(most) >= solidShare {
		m = only(most, m.total())
	}
	sum, y := 0, 0
	for set := m.slots(); set != 0; set &= set - 1 {
		s := slot(bits.TrailingZeros16(set))
		sum += m.at(s)
		out.add(s, scaleByte(sum, h)-y)
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
	for s := range slot(NumSlots) {
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
	for nz := nonZero(m.rest); nz != 0; nz &= nz - 1 {
		s := bits.TrailingZeros64(nz) / 8
		if v := m.rest >> (8 * s) & 0xFF; v > best {
			best, most = v, slotUI+slot(s)
		}
	}
	return most
}
