package etl

import (
	"threadlens/ingest/etl/payload"
)

// chain is a sequence of addresses in one stack record: a whole stack, or its kernel or user half.
type chain struct {
	from uint32 // in addrs
	hash uint32
	pid  uint32 // 0 where all are kernel addresses
	n    uint16
	wide bool
}

// chains keeps each sequence once: the same ones recur.
type chains struct {
	addrs []uint64
	list  []chain
	slots []uint32 // an open hash table of indexes into list, plus 1
	limit int      // of addrs
	full  int64    // sequences left out for lack of room
}

// noChain stands for a sequence that was left out.
const noChain = 1<<31 - 1

// id is the number of a process's sequence of addresses.
func (c *chains) id(pid uint32, a payload.Addresses, wide bool) uint32 {
	n := min(a.Len(), maxFrames)
	if n == 0 {
		return noChain
	}
	if a.Kernel(n - 1) {
		pid = 0
	}
	h := uint64(pid)<<1 ^ uint64(n)
	if wide {
		h ^= 1 << 40
	}
	for i := range n {
		h = (h ^ a.At(i)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	if 2*len(c.list) >= len(c.slots) {
		c.grow()
	}
	hash := uint32(h >> 32)
	mask := uint32(len(c.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		k := c.slots[i]
		if k == 0 {
			return c.add(i, chain{hash: hash, pid: pid, n: uint16(n), wide: wide}, a)
		}
		if x := &c.list[k-1]; x.hash == hash && x.pid == pid && int(x.n) == n && x.wide == wide && c.same(x, a) {
			return k - 1
		}
	}
}

func (c *chains) same(x *chain, a payload.Addresses) bool {
	for i, addr := range c.of(x) {
		if a.At(i) != addr {
			return false
		}
	}
	return true
}

func (c *chains) of(x *chain) []uint64 { return c.addrs[x.from : x.from+uint32(x.n)] }

func (c *chains) add(slot uint32, x chain, a payload.Addresses) uint32 {
	if len(c.addrs)+int(x.n) > c.limit || len(c.list) >= noChain {
		c.full++
		return noChain
	}
	x.from = uint32(len(c.addrs))
	for i := range int(x.n) {
		c.addrs = append(c.addrs, a.At(i))
	}
	c.list = append(c.list, x)
	c.slots[slot] = uint32(len(c.list))
	return uint32(len(c.list) - 1)
}

func (c *chains) grow() {
	c.slots = make([]uint32, max(1<<10, 2*len(c.slots)))
	mask := uint32(len(c.slots) - 1)
	for k := range c.list {
		i := c.list[k].hash & mask
		for c.slots[i] != 0 {
			i = (i + 1) & mask
		}
		c.slots[i] = uint32(k + 1)
	}
}
