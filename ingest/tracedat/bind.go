package tracedat

import (
	"fmt"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// Fields that every record has: they are read with those of its event.
const (
	headFlags = iota
	headThread
	headFields
)

// binding connects an event of the file with the event of the model that it is.
type binding struct {
	event   *linuxsched.Event
	numbers *tracepoint.Numbers // those of the head, then those of the event
	to      []int               // where each number of the event goes in values
	texts   []textField
	caller  int // the field whose number is an address with a name, -1 for none
	reach   int // bytes that a record must have
	flagged bool
	threads bool // the head names the thread
	early   bool // the pre-pass needs the event
	short   int64
	values  linuxsched.Values
	out     [headFields + linuxsched.MaxFields]uint64
}

// textField is a field that is a text.
type textField struct {
	to    int
	place tracepoint.Place
	open  bool // it ends with the record
}

// events are the file's events of which it has records.
type events struct {
	formats  map[int]*tracepoint.Format
	bindings []*binding // by event, nil for those that the model does not use
	stack    *stackEvent
	states   []model.LinuxFlag
	has      model.Has
}

// formatOf parses the description of an event.
func (t *eventText) formatOf() (*tracepoint.Format, error) {
	f, err := tracepoint.Parse(string(t.text))
	if err == nil {
		f.System = t.system
	}
	return f, err
}

// own returns bindings that a decoder may change.
func (es *events) own() []*binding {
	list := make([]*binding, len(es.bindings))
	for i, b := range es.bindings {
		if b != nil {
			copied := *b
			list[i] = &copied
		}
	}
	return list
}

// findEvent is the number of an event by its name, -1 if the file does not describe it.
func (m *meta) findEvent(system, name string) int {
	for i := range m.texts {
		if t := &m.texts[i]; t.system == system && strings.HasPrefix(string(t.text[:min(len(t.text), maxSymbol)]), "name: "+name+"\n") {
			if f, err := t.formatOf(); err == nil && f.ID < maxID {
				return f.ID
			}
		}
	}
	return -1
}

// idOf is the number in the text of a description, without parsing all of it; -1 if it has none.
func (t *eventText) idOf() int {
	_, rest, ok := strings.Cut(string(t.text[:min(len(t.text), 2*maxSymbol)]), "\nID: ")
	n := -1
	if ok {
		if _, err := fmt.Sscanf(rest, "%d", &n); err != nil {
			return -1
		}
	}
	return n
}

// bind finds the meaning of the events of which there are records.
func (s *scan) bind() *events {
	m := s.m
	es := &events{formats: map[int]*tracepoint.Format{}, bindings: make([]*binding, len(s.counts))}
	fields := 0
	for i := range m.texts {
		t := &m.texts[i]
		id := t.idOf()
		if id < 0 || id >= len(s.counts) || s.counts[id] == 0 || es.formats[id] != nil {
			continue
		}
		f, err := t.formatOf()
		if err == nil && fields+len(f.Fields) > maxFields {
			err = fmt.Errorf("event format %.32q exceeds the limit of %d fields for all event formats together", f.Name, maxFields)
		}
		if err != nil {
			m.diags.warn("unreadable-format", 1, err.Error()+": its events are left out")
			continue
		}
		fields += len(f.Fields)
		es.formats[id] = f
		s.use(es, id, f)
	}
	return es
}

// use binds an event.
func (s *scan) use(es *events, id int, f *tracepoint.Format) {
	if f.System == "ftrace" && f.Name == "kernel_stack" {
		es.stack = newStackEvent(id, f, s.m.long)
		es.has.Stacks = es.stack != nil
		return
	}
	ev := linuxsched.Find(f.System, f.Name)
	if ev == nil {
		return
	}
	b := newBinding(ev, f, s.m.long)
	if b == nil {
		s.m.diags.warn("unreadable-event", 1, fmt.Sprintf("the format of the event %.32s:%.64s lacks required fields: events of this type are left out", f.System, f.Name))
		return
	}
	es.bindings[id] = b
	ev.Note(&es.has)
	if f.Name == switchEvent {
		es.states = stateFlags(f, s.m.uname)
	}
}

// newBinding finds the places of an event's fields; nil where the format lacks one.
func newBinding(ev *linuxsched.Event, f *tracepoint.Format, long int) *binding {
	b := &binding{event: ev, caller: -1}
	_, b.flagged = f.Field("common_flags")
	_, b.threads = f.Field("common_pid")
	switch f.Name {
	case switchEvent, "sched_process_fork", "task_newtask", "sched_stat_runtime":
		b.early = true
	}
	places := []tracepoint.Place{f.Place("common_flags"), f.Place("common_pid")}
	for i, field := range ev.Fields {
		p, ok := placeOf(f, ev, i, long)
		switch {
		case !ok && !field.Optional:
			return nil
		case !ok:
			continue
		}
		b.values.Has[i] = true
		if field.Kind == linuxsched.Text || field.Kind == linuxsched.Either && textual(f, field.Name) {
			b.texts = append(b.texts, textField{to: i, place: p, open: p.Kind == tracepoint.Fixed && p.Size == 0})
		} else {
			places = append(places, p)
			b.to = append(b.to, i)
		}
		b.reach = max(b.reach, p.End())
		if field.Name == "caller" && field.Kind == linuxsched.Either {
			b.caller = i
		}
	}
	for _, p := range places {
		b.reach = max(b.reach, p.End())
	}
	b.numbers = tracepoint.NewNumbers(places...)
	return b
}

// placeOf is the place of the field of an event with this index.
func placeOf(f *tracepoint.Format, ev *linuxsched.Event, i, long int) (tracepoint.Place, bool) {
	name := ev.Fields[i].Name
	if ev.Call != "" && strings.HasPrefix(f.Name, "sys_enter_") {
		return argument(f, i)
	}
	if element, ok := strings.CutPrefix(name, "args"); ok && len(element) == 1 {
		array, ok := f.Field("args")
		at := int(element[0]-'0') * long
		if !ok || at+long > array.Size {
			return tracepoint.Place{}, false
		}
		return tracepoint.Place{Offset: array.Offset + at, Size: long}, true
	}
	fd, ok := f.Field(name)
	if !ok {
		return tracepoint.Place{}, false
	}
	return fd.Place, true
}

// argument is the place of argument n of a system call: the fields behind those of every event and
// the call's number are its arguments; texts that they point at may follow.
func argument(f *tracepoint.Format, n int) (tracepoint.Place, bool) {
	for i := range f.Fields {
		fd := &f.Fields[i]
		if strings.HasPrefix(fd.Name, "common_") || fd.Name == "__syscall_nr" || fd.Name == "nr" || fd.Kind != tracepoint.Fixed {
			continue
		}
		if n == 0 {
			return fd.Place, true
		}
		n--
	}
	return tracepoint.Place{}, false
}

// textual reports whether a field is a text in this file.
func textual(f *tracepoint.Format, name string) bool {
	fd, ok := f.Field(name)
	return ok && strings.Contains(fd.Type, "char") && (fd.Kind != tracepoint.Fixed || strings.HasSuffix(fd.Type, "]"))
}

// read puts the fields of a record into values; false when the record is too short for them.
func (b *binding) read(order wire.Order, r *record, syms *symbolTable) bool {
	raw := r.bytes()
	if len(raw) < b.reach {
		b.short++
		return false
	}
	b.numbers.Read(order, r.page[r.start:], b.out[:headFields+len(b.to)])
	for i, to := range b.to {
		b.values.N[to] = int64(b.out[headFields+i])
	}
	for i := range b.texts {
		t := &b.texts[i]
		if t.open {
			b.values.Text[t.to] = wire.Text(raw[t.place.Offset:])
		} else {
			b.values.Text[t.to] = t.place.Text(order, raw)
		}
	}
	if b.caller >= 0 && syms != nil {
		b.values.Text[b.caller], _ = syms.find(uint64(b.values.N[b.caller]))
	}
	return true
}

// stateFlags is the meaning of the bits of prev_state: by the event's own format or, without one,
// by the kernel's version.
func stateFlags(f *tracepoint.Format, uname string) (list []model.LinuxFlag) {
	for _, fl := range f.Flags("prev_state") {
		letter := fl.Text
		if letter == "+" {
			letter = "R+"
		}
		list = append(list, model.LinuxFlag{Bit: fl.Value, Letter: letter})
	}
	if len(list) > 0 {
		return list
	}
	var major, minor int
	release, _ := system(uname)
	if _, err := fmt.Sscanf(release, "%d.%d", &major, &minor); err != nil {
		return nil
	}
	return model.LinuxStateTable(major, minor)
}
