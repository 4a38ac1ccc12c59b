package perfdata

import (
	"strconv"
	"strings"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// place sets what a file records about one CPU.
func (m *meta) place(cpu uint64, set func(*model.Place)) {
	if cpu < model.MaxCPUs {
		m.places.SetPlace(model.CPU(cpu), set)
	}
}

// topology reads the features about the places of CPUs.
func (m *meta) topology(bit int, c *wire.Cursor) error {
	switch bit {
	case featCPUTopology:
		return m.cpuTopology(c)
	case featNUMATopology:
		return m.numaTopology(c)
	case featHybridTopology:
		return m.hybridTopology(c)
	}
	return nil
}

// cpuTopology reads CPU_TOPOLOGY: lists of siblings, which the numbers behind them repeat, then
// core and socket of each available CPU. The number of CPUs comes with an earlier feature.
func (m *meta) cpuTopology(c *wire.Cursor) error {
	for range 2 {
		for n := c.U32(); n > 0 && c.Err() == nil; n-- {
			text(c)
		}
	}
	for cpu := uint64(0); cpu < uint64(m.cpusAvail) && c.Err() == nil; cpu++ {
		core, socket := int32(c.U32()), int32(c.U32())
		if c.Err() == nil {
			m.place(cpu, func(p *model.Place) { p.Core, p.Socket = core, socket })
		}
	}
	return c.Err()
}

// numaTopology reads NUMA_TOPOLOGY: the CPUs of each node.
func (m *meta) numaTopology(c *wire.Cursor) error {
	for n := c.U32(); n > 0 && c.Err() == nil; n-- {
		node := int32(c.U32())
		c.Skip(16) // memory: total and free
		for _, cpu := range cpuList(text(c)) {
			m.place(cpu, func(p *model.Place) { p.Node = node })
		}
	}
	return c.Err()
}

// hybridTopology reads HYBRID_TOPOLOGY: the CPUs of each kind of core.
func (m *meta) hybridTopology(c *wire.Cursor) error {
	for n := c.U32(); n > 0 && c.Err() == nil; n-- {
		class := text(c)
		if len(class) > maxName {
			class = class[:maxName]
		}
		for _, cpu := range cpuList(text(c)) {
			m.place(cpu, func(p *model.Place) { p.Class = class })
		}
	}
	return c.Err()
}

// cpuList reads a list of CPUs such as "0-3,8". Invalid parts are left out.
func cpuList(s string) (list []uint64) {
	for part := range strings.SplitSeq(strings.TrimSpace(s), ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		a, err := strconv.ParseUint(first, 10, 16)
		b, err2 := strconv.ParseUint(last, 10, 16)
		if err != nil || err2 != nil || len(list) >= model.MaxCPUs {
			continue
		}
		for ; a <= b; a++ {
			list = append(list, a)
		}
	}
	return list
}
