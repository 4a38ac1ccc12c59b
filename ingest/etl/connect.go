package etl

import (
	"threadlens/ingest/etl/frames"
	"threadlens/ingest/etl/markers"
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// symbolState is what the packages frames and markers derive from the records: the first pass feeds
// them, then they answer queries.
type symbolState struct {
	frames frames.Map
	marks  *markers.Table
	mark   *markers.Decoder
	rec    markers.Record
}

func newSymbolState() *symbolState { return &symbolState{marks: markers.NewTable()} }

// learn takes a record that describes images, processes, methods or schemas, or
// is an event of a provider. They come in the order of the file.
func (l *symbolState) learn(r *record) {
	t := int64(r.at)
	if c, ok := frames.ImageChange(r.hook); ok && r.kernel {
		var e payload.Image
		if e.Decode(r.body, r.layout) {
			l.frames.Image(t, c, &e)
		}
		return
	}
	switch {
	case !r.kernel:
		if r.form == formEvent {
			l.learnManaged(r)
		} else {
			l.learnImages(r)
		}
		l.marks.Learn(l.record(r))
	case r.hook == payload.HookHypercallPage:
		var e payload.ImageBase
		if e.Decode(r.body, r.layout) {
			l.frames.Hypercall(t, &e)
		}
	case r.hook == payload.HookProcessStart:
		var e payload.Process
		if e.Decode(r.body, r.layout) {
			l.frames.Started(t, e.PID)
		}
	}
}

// learnImages handles the classic records that describe images in more detail than the kernel's.
func (l *symbolState) learnImages(r *record) {
	switch r.provider {
	case payload.ClassSystemTrace:
		l.learnPaths(r)
	case payload.ClassImageID:
		l.learnIdentity(r)
	}
}

// learnIdentity handles the records of the file from which an image was loaded, and of the file
// with its symbols.
func (l *symbolState) learnIdentity(r *record) {
	switch r.opcode {
	case payload.ImageIDFile:
		var e payload.ImageID
		if e.Decode(r.body, r.layout) {
			l.frames.FileID(int64(r.at), &e)
		}
	case payload.ImageIDPDB:
		var e payload.PDB
		if e.Decode(r.body, r.layout) {
			l.frames.PDB(int64(r.at), &e)
		}
	}
}

// learnPaths handles the records of the usual names of volumes and folders.
func (l *symbolState) learnPaths(r *record) {
	var e payload.PathPair
	if !e.Decode(r.body, r.layout) {
		return
	}
	switch r.opcode {
	case payload.SystemVolumes:
		l.frames.Paths.Volume(e.First.String(), e.Second.String())
	case payload.SystemPaths:
		l.frames.Paths.Windows(e.Second.String())
	}
}

// learnManaged handles the .NET events about methods and modules.
func (l *symbolState) learnManaged(r *record) {
	if c, ok := frames.MethodChange(r.provider, r.id); ok {
		var e payload.MethodVerbose
		decode := e.Method.Decode
		if r.id == payload.CLRMethodLoadVerbose || r.id == payload.CLRMethodUnloadVerbose {
			decode = e.Decode
		}
		if decode(r.body, r.layout) {
			l.frames.Method(int64(r.at), r.pid, c, &e)
		}
	}
	if c, ok := frames.ModuleChange(r.provider, r.id); ok {
		// The module, its assembly, flags and a reserved word, then the path
		// (Microsoft, loader events; ClrEtwAll.man).
		const path = 24
		if len(r.body) > path {
			l.frames.Module(int64(r.at), r.pid, c, le.Uint64(r.body), cutText(r.body[path:]))
		}
	}
}

// cutText is the UTF-16 text at the start of b, up to a zero unit.
func cutText(b []byte) payload.UTF16 {
	for i := 0; i+1 < len(b); i += 2 {
		if b[i]|b[i+1] == 0 {
			return payload.UTF16(b[:i])
		}
	}
	return payload.UTF16(b[:len(b)&^1])
}

// record converts r to the input of markers, valid until the next call.
func (l *symbolState) record(r *record) *markers.Record {
	m := &l.rec
	*m = markers.Record{}
	m.Provider, m.PID, m.Opcode, m.Wide = r.provider, r.pid, r.opcode, r.layout.Wide
	m.Version, m.Payload = uint8(r.layout.Version), r.body
	if r.form != formEvent {
		m.Classic = true
		return m
	}
	m.Activity, m.ID, m.Task = payload.GUID(r.raw[64:80]), r.id, le.Uint16(r.raw[46:])
	m.Flags = le.Uint16(r.raw[4:])
	m.SetItems(r.items)
	return m
}

// seal ends the first pass.
func (l *symbolState) seal() {
	l.marks.Freeze()
	l.mark = l.marks.Decoder()
}

// frame names what is at an address of a process at a time.
func (l *symbolState) frame(pid uint32, addr uint64, at model.Time) (module, function string) {
	module, function, _ = l.frames.Frame(pid, addr, int64(at))
	return module, function
}

// markOf reports, in the second pass in the order of time, whether r is a marker: it completes e
// and returns the name, which is valid until the next call.
func (l *symbolState) markOf(r *record, e *model.Event) (name []byte, ok bool) {
	m, ok := l.mark.Mark(l.record(r))
	if !ok {
		return nil, false
	}
	e.Mark, e.Arg, e.Arg2 = m.Kind, m.Arg, m.Arg2
	if m.Span != 0 {
		e.Other = model.TID(m.Span)
	}
	if m.Measured {
		e.End, e.Flags = model.Time(m.CPU), model.MarkMeasured
	}
	return m.Name, true
}
