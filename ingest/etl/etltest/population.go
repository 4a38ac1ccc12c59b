package etltest

import (
	"fmt"
	"slices"
)

// The contents of Generate's machine.
const (
	kernelImages  = 120
	userImages    = 40 // of each process, including its program
	kernelStacks  = 64
	processStacks = 128
)

// genProcess is a process of the machine.
type genProcess struct {
	pid    uint32
	image  string
	stacks [][]byte // user parts of stacks, as addresses
}

// makeProcesses creates the processes, their modules and a stock of stacks, from which samples
// draw: real recordings repeat theirs, too.
func (m *machine) makeProcesses() {
	for i := range kernelImages {
		m.images = append(m.images, Image{
			Base: m.at.kernel + uint64(i)*m.at.step, Size: m.at.step / 4,
			Path: fmt.Sprintf(`\SystemRoot\System32\drivers\driver%03d.sys`, i),
		})
	}
	for range kernelStacks {
		m.kernel = append(m.kernel, m.stack(m.images, 4+m.rng.IntN(12)))
	}
	for i := range m.opt.Processes {
		p := genProcess{pid: uint32(1000 + 4*i), image: fmt.Sprintf("worker%d.exe", i)}
		first := len(m.images)
		for k := range userImages {
			name := fmt.Sprintf(`\Device\HarddiskVolume2\Windows\System32\library%02d.dll`, k)
			base := m.at.user + uint64(k)*m.at.step
			if k == 0 {
				name, base = `\Device\HarddiskVolume2\Programs\`+p.image, m.at.managed+uint64(i)*m.at.step
			}
			m.images = append(m.images, Image{Base: base, Size: m.at.step / 4, PID: p.pid, Path: name})
		}
		for range processStacks {
			p.stacks = append(p.stacks, m.stack(m.images[first:], 6+m.rng.IntN(20)))
		}
		m.processes = append(m.processes, p)
	}
}

// stack is a random stack through some modules, as addresses of the file's
// size.
func (m *machine) stack(images []Image, depth int) []byte {
	p := payload{ptr: m.opt.Config.PointerSize}
	for range depth {
		im := &images[m.rng.IntN(len(images))]
		p.pointer(im.Base + uint64(m.rng.IntN(int(im.Size)/0x100))*0x100 + uint64(m.rng.IntN(0x80)))
	}
	return slices.Clip(p.b)
}

// rundown writes what exists at the start of the recording, and which events are enabled.
func (m *machine) rundown() {
	at := func() int64 {
		m.now++
		return m.now
	}
	masks := [8]uint32{
		MaskProcess | MaskThread | MaskImage | MaskSwitch | MaskReady | MaskDPC | MaskISR, MaskProfile,
	}
	m.add(0, m.mk.GroupMasks(at(), Extension, masks))
	for i := range m.processes {
		p := &m.processes[i]
		m.add(0, m.mk.Process(at(), LifeDCStart, 4, Process{
			Key: 0xFFFF800000000000 + uint64(p.pid)<<12, PID: p.pid, Parent: 600, Session: 1, Exit: 259,
			SID: SID(18), Image: p.image, Command: p.image, HeaderTID: Unknown, HeaderPID: Unknown,
		}))
	}
	for i := range m.threads[:m.opt.Threads] {
		th := &m.threads[i]
		m.total.Threads++
		m.life(0, at(), LifeDCStart, Thread{PID: m.processes[th.process].pid, TID: th.tid})
	}
	for i := range m.images {
		im := m.images[i]
		im.HeaderTID, im.HeaderPID = Unknown, Unknown
		m.total.Images++
		m.add(0, m.mk.Image(at(), LifeDCStart, 3, im))
	}
	m.add(0, m.mk.RundownComplete(at()))
}

// finish marks the end of the recording, if that takes no further buffer.
func (m *machine) finish() {
	c := &m.w.cpus[0]
	r := m.mk.GroupMasks(m.now+8, EndExtension, [8]uint32{})
	if len(c.b)+round8(r.size()) <= m.opt.Config.BufferSize {
		m.add(0, r)
	}
}
