package paint

import (
	"math/bits"

	"threadlens/model"
)

// Slot is the position of a category in a column, counted from the bottom.
type Slot uint8

// StackOrder is the order in which the shares of a column are stacked, bottom
// first.
var StackOrder = [model.NumCategories]model.Category{
	model.Execution, model.Interrupt, model.Synchronization, model.Sleep, model.IO,
	model.MemoryManagement, model.Preemption, model.Dispatch,
	model.UIProcessing, model.WaitForWork, model.Unclassified, model.UnknownCategory,
}

// The slots that the code refers to.
const (
	SlotExecution Slot = 0
	SlotInterrupt Slot = 1
	SlotSync      Slot = 2
	SlotSleep     Slot = 3
	SlotReady     Slot = 7
	SlotUI        Slot = 8
	SlotUnknown   Slot = 11
	// NumSlots is the maximum number; lanes of threads have one per category, those
	// of CPUs more (CoreHues and others in package lanes).
	NumSlots = 16
)

// SlotOf is the inverse of StackOrder.
var SlotOf = func() (of [model.NumCategories]Slot) {
	for i, c := range StackOrder {
		of[c] = Slot(i)
	}
	return of
}()

// Mix holds sixteen bytes, one per slot: the first eight in main, lowest slot in
// the lowest byte, the others in rest. It is used for shares (fullShare is the
// whole) and for heights (in pixels). The bytes of shares never add up to more than
// fullShare, so that one multiplication makes all their prefix sums.
type Mix struct {
	Main, Rest uint64
}

const (
	FullShare = 255
	// SolidShare is 98.5 % of FullShare: next to a share this large, the others are
	// not worth a stack.
	SolidShare = 251

	EveryByte = 0x0101010101010101
	evenBytes = 0x00FF00FF00FF00FF
	LowBits   = 0x7F7F7F7F7F7F7F7F
)

// At is the byte of slot s.
func (m Mix) At(s Slot) int {
	if s < SlotUI {
		return int(m.Main >> (8 * s) & 0xFF)
	}
	return int(m.Rest >> (8 * (s - SlotUI) & 63) & 0xFF)
}

// Only is the mix with nothing but v in slot s.
func Only(s Slot, v int) Mix {
	if s < SlotUI {
		return Mix{Main: uint64(v) << (8 * s)}
	}
	return Mix{Rest: uint64(v) << (8 * (s - SlotUI) & 63)}
}

func (m *Mix) Add(s Slot, v int) {
	if s < SlotUI {
		m.Main += uint64(int64(v)) << (8 * s)
	} else {
		m.Rest += uint64(int64(v)) << (8 * (s - SlotUI) & 63)
	}
}

// slots has bit s set where the byte of slot s is not zero.
func (m Mix) slots() uint16 {
	const gather = 0x0102040810204080 // the lowest bits of all bytes into the highest byte
	low, high := NonZero(m.Main)>>7*gather>>56, NonZero(m.Rest)>>7*gather>>56
	return uint16(low | high<<8)
}

// NonZero has the high bit of every byte of v that is not zero.
func NonZero(v uint64) uint64 { return ((v&LowBits + LowBits) | v) &^ LowBits }

// Sums are durations by slot, and which of them are not zero.
type Sums struct {
	NS   [NumSlots]model.Time
	Seen uint16 // bit i: NS[i] is not zero
}

func (s *Sums) Add(sl Slot, d model.Time) {
	s.NS[sl] += d
	s.Seen |= 1 << sl
}

// Total is the sum of all slots.
func (s *Sums) Total() (sum model.Time) {
	for _, d := range s.NS {
		sum += d
	}
	return sum
}

// AddShares adds shares of a bucket that is width ns long.
func (s *Sums) AddShares(m Mix, width model.Time) {
	for set := m.slots(); set != 0; set &= set - 1 {
		sl := Slot(bits.TrailingZeros16(set))
		s.Add(sl, max(1, width*model.Time(m.At(sl))/FullShare))
	}
}

// Merge sets s to the sum of a and b.
func (s *Sums) Merge(a, b *Sums) {
	s.Seen = a.Seen | b.Seen
	for seen := s.Seen; seen != 0; seen &= seen - 1 {
		i := bits.TrailingZeros16(seen)
		s.NS[i] = a.NS[i] + b.NS[i]
	}
}

// Shares expresses the sums in shares of span ns. Nothing that is present rounds to
// zero, and where nothing is present there are no shares; the largest share absorbs
// the rounding of the others.
func (s *Sums) Shares(span model.Time) Mix {
	if s.Seen == 0 {
		return Mix{}
	}
	if s.Seen&(s.Seen-1) == 0 {
		sl := Slot(bits.TrailingZeros16(s.Seen))
		if s.NS[sl] >= span {
			return Only(sl, FullShare)
		}
	}
	var (
		m     Mix
		k     = FullShare / float64(span)
		most  Slot
		best  int
		sum   int
		total float64
	)
	for seen := s.Seen; seen != 0; seen &= seen - 1 {
		sl := Slot(bits.TrailingZeros16(seen))
		v := float64(s.NS[sl]) * k
		q := min(max(1, int(v)), FullShare)
		total += v
		sum += q
		if q > best {
			best, most = q, sl
		}
		m.Add(sl, q)
	}
	// Rounding may have made the bytes overflow their sum; see Mix.
	want := min(FullShare, int(total+0.5))
	m.Add(most, max(want-sum, 1-best))
	return m
}

// Stack turns shares into heights in pixels in a column of h pixels, 0 < h <= 128.
// Execution and Synchronization get a pixel if they have any share, even one that
// rounded to nothing (execution and sync are 1 then); the remaining height is
// divided among the others: each height is the difference of two rounded prefix
// sums, so that they add up to the height of the whole. The caller must have no
// shares in rest.
//
// All eight are computed simultaneously, four in the even and four in the odd bytes
// of a register: a quarter of a million columns per frame leave no time for loops,
// nor for branches that depend on their contents. Instead of v·h/255 it rounds
// (v+1)·h/256, the same for 0 and 255 and without a division.
func Stack(shares, execution, sync uint64, h int) uint64 {
	const half = 127 * (EveryByte & evenBytes)
	sum := shares * EveryByte
	k := uint64(h) - execution - sync
	even := (sum&evenBytes+EveryByte&evenBytes)*k + half
	odd := (sum>>8&evenBytes+EveryByte&evenBytes)*k + half
	y := even>>8&evenBytes | odd&^evenBytes
	y += execution*EveryByte + sync*(EveryByte>>(8*SlotSync)<<(8*SlotSync))
	if y == 0 {
		return trace(shares)
	}
	return y - y<<8
}

// StackAll is Stack for shares in any slot; Unknown gets a pixel if it has any share.
func StackAll(m Mix, execution, sync, unknown uint64, h int) Mix {
	k := uint64(h) - execution - sync - unknown
	sums := m.Main * EveryByte
	y := Mix{
		Main: scaled(sums, k) + execution*EveryByte + sync*(EveryByte>>(8*SlotSync)<<(8*SlotSync)),
		Rest: scaled((m.Rest+sums>>56)*EveryByte, k) + (execution+sync)*EveryByte +
			unknown*(EveryByte>>(8*(SlotUnknown-SlotUI))<<(8*(SlotUnknown-SlotUI))),
	}
	if y == (Mix{}) {
		if y == m {
			return m
		}
		return Only(m.Largest(), 1)
	}
	return Mix{y.Main - y.Main<<8, y.Rest - (y.Rest<<8 | y.Main>>56)}
}

// scaled are prefix sums of shares in a column of k pixels.
func scaled(sums, k uint64) uint64 {
	const half = 127 * (EveryByte & evenBytes)
	even := (sums&evenBytes+EveryByte&evenBytes)*k + half
	odd := (sums>>8&evenBytes+EveryByte&evenBytes)*k + half
	return even>>8&evenBytes | odd&^evenBytes
}

// trace is a pixel for the largest of shares that are all too small for one.
func trace(shares uint64) uint64 {
	if shares == 0 {
		return 0
	}
	return Only(Mix{Main: shares}.Largest(), 1).Main
}

// Heights is Stack for any shares. Unknown gets a pixel like Execution and
// Synchronization, and a share of 98.5 % takes all of the column that these three
// leave.
func (m Mix) Heights(h int) Mix { return m.Keeping(h, SlotExecution, SlotSync, SlotUnknown) }

// Keeping turns shares into heights; those of the slots in keep are at least a
// pixel.
func (m Mix) Keeping(h int, keep ...Slot) (out Mix) {
	for _, s := range keep {
		if m.At(s) > 0 && h > 0 {
			out.Add(s, 1)
			h--
		}
	}
	if most := m.Largest(); m.At(most) >= SolidShare {
		m = Only(most, m.Total())
	}
	sum, y := 0, 0
	for set := m.slots(); set != 0; set &= set - 1 {
		s := Slot(bits.TrailingZeros16(set))
		sum += m.At(s)
		out.Add(s, scaleByte(sum, h)-y)
		y = scaleByte(sum, h)
	}
	if out == (Mix{}) && m != out {
		return Only(m.Largest(), 1)
	}
	return out
}

// scaleByte is round(v·h/255).
func scaleByte(v, h int) int {
	v = v*h + 128
	return (v + v>>8) >> 8
}

// Total is the sum of all bytes.
func (m Mix) Total() (sum int) {
	for s := range Slot(NumSlots) {
		sum += m.At(s)
	}
	return sum
}

// Largest is the slot with the largest byte, the lowest of several.
func (m Mix) Largest() (most Slot) {
	best := uint64(0)
	for nz := NonZero(m.Main); nz != 0; nz &= nz - 1 {
		s := bits.TrailingZeros64(nz) / 8
		if v := m.Main >> (8 * s) & 0xFF; v > best {
			best, most = v, Slot(s)
		}
	}
	for nz := NonZero(m.Rest); nz != 0; nz &= nz - 1 {
		s := bits.TrailingZeros64(nz) / 8
		if v := m.Rest >> (8 * s) & 0xFF; v > best {
			best, most = v, SlotUI+Slot(s)
		}
	}
	return most
}

// Mean is the mean of two mixes; what rounding loses goes to the largest share.
func (m Mix) Mean(o Mix) Mix {
	if m == o {
		return m
	}
	mean := Mix{m.Main&o.Main + (m.Main^o.Main)>>1&LowBits, m.Rest&o.Rest + (m.Rest^o.Rest)>>1&LowBits}
	mean.Add(mean.Largest(), (m.quickTotal()+o.quickTotal()+1)/2-mean.quickTotal())
	return mean
}

// quickTotal is Total for shares, whose sum fits in a byte.
func (m Mix) quickTotal() int {
	return int((m.Main*EveryByte>>56 + m.Rest*EveryByte>>56) & 0xFF)
}
