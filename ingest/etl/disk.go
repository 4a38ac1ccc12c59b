package etl

import (
	"strconv"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// doDiskInit remembers who requests a transfer.
func (d *decoder) doDiskInit(r *record) {
	var e payload.DiskInit
	if !e.Decode(r.body, r.layout) {
		return
	}
	d.met()
	tid := e.TID
	if tid == payload.NoThread {
		tid = r.tid
	}
	if tid == payload.NoThread {
		tid = uint32(d.running[d.cpu])
	}
	if _, again := d.flying[e.IRP]; again || len(d.flying) < maxInFlight {
		d.flying[e.IRP] = tid
	}
}

// doDisk handles the end of a read or a write.
func (d *decoder) doDisk(r *record) {
	var x payload.DiskIO
	if !x.Decode(r.body, r.layout) {
		return
	}
	e := d.transfer(x.IRP, x.TID, x.ResponseTime)
	e.Name, e.Name2, e.Arg = d.disk(x.Disk), d.file(x.FileObject), int64(x.Size)
	if r.hook == payload.HookDiskWrite {
		e.Flags = model.IOWrite
	}
}

// doFlush handles the end of a flush.
func (d *decoder) doFlush(r *record) {
	var x payload.DiskFlush
	if !x.Decode(r.body, r.layout) {
		return
	}
	e := d.transfer(x.IRP, x.TID, x.ResponseTime)
	e.Name, e.Flags = d.disk(x.Disk), model.IOFlush
}

// transfer adds an event for a completed transfer, which began a response time ago, in ticks of the
// performance counter.
func (d *decoder) transfer(irp uint64, tid uint32, response uint64) *model.Event {
	d.met()
	asked, ok := d.flying[irp]
	delete(d.flying, irp)
	if tid == payload.NoThread && ok {
		tid = asked
	}
	e := d.add(model.KindIO)
	e.TID, e.End = model.TID(tid), max(0, e.Time-d.r.perf.span(response))
	return e
}

// disk is the name of a disk.
func (d *decoder) disk(number uint32) model.StringID {
	id, ok := d.disks[number]
	if !ok {
		name := d.s.disks[number]
		if name == "" {
			name = "disk " + strconv.FormatUint(uint64(number), 10)
		}
		if id = d.text(name); len(d.disks) < maxDisks {
			d.disks[number] = id
		}
	}
	return id
}

// file is the name of a file object.
func (d *decoder) file(object uint64) model.StringID {
	if id, ok := d.files[object]; ok {
		return id
	}
	name := d.s.files[object]
	if name == "" {
		return model.NoString
	}
	return d.path(name)
}

// path is a file's path in the usual notation.
func (d *decoder) path(name string) model.StringID {
	return d.text(d.s.symbolState.frames.Paths.Display(name))
}

// doFileName notes the name of a file object from now on.
func (d *decoder) doFileName(r *record) {
	var f payload.FileName
	if !f.Decode(r.body, r.layout) {
		return
	}
	d.met()
	switch {
	case r.hook == payload.HookFileNameDelete || r.hook == payload.HookFileRundown:
	case len(d.files) < maxFiles:
		d.files[f.FileObject] = d.path(f.Name.String())
	}
}

// doHardFault handles a fault that read a disk.
func (d *decoder) doHardFault(r *record) {
	var f payload.HardFault
	if !f.Decode(r.body, r.layout) {
		return
	}
	file := d.file(f.FileObject)
	d.met()
	e := d.add(model.KindFault)
	e.TID, e.End, e.Name = model.TID(f.TID), min(d.s.clock.ns(f.Start), d.now), file
	e.Arg, e.Flags = int64(f.Address), model.FaultHard
}

// doSoftFault handles a fault of the running thread that needed no disk.
func (d *decoder) doSoftFault(r *record) {
	var f payload.PageFault
	tid := d.running[d.cpu]
	d.met()
	if tid == model.NoTID || tid == model.IdleTID || !f.Decode(r.body, r.layout) {
		return
	}
	e := d.add(model.KindFault)
	e.TID, e.End, e.Arg = tid, d.now, int64(f.Address)
}
