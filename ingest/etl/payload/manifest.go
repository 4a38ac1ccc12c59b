package payload

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrManifest is the error for a manifest that names no provider.
var ErrManifest = errors.New("the event manifest names no provider")

// Manifest is a provider's declaration of its events.
type Manifest struct {
	Provider string
	GUID     GUID
	events   []ManifestEvent // by id, then version
}

// ManifestEvent describes one event.
type ManifestEvent struct {
	ID      uint16
	Version uint8
	Symbol  string // the name in the program; empty in the oldest manifests
	Task    string
	Opcode  string // Start, Stop and so on, without the prefix win:; empty for Info
	Fields  Fields
}

// Name is the event's name: the program's, or its task's and opcode's.
func (e *ManifestEvent) Name() string {
	switch {
	case e.Symbol != "":
		return e.Symbol
	case e.Opcode == "":
		return e.Task
	}
	return e.Task + "/" + e.Opcode
}

// Event finds the event with this id and version, or else with this id; nil if there is none.
func (m *Manifest) Event(id uint16, version uint8) *ManifestEvent {
	want := ManifestEvent{ID: id, Version: version}
	i, ok := slices.BinarySearchFunc(m.events, want, compareEvents)
	switch {
	case ok:
	case i < len(m.events) && m.events[i].ID == id:
	case i > 0 && m.events[i-1].ID == id:
		i--
	default:
		return nil
	}
	return &m.events[i]
}

func compareEvents(a, b ManifestEvent) int {
	return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Version, b.Version))
}

// The elements and attributes of a manifest that are used.
type (
	xmlManifest struct {
		Providers []xmlProvider `xml:"instrumentation>events>provider"`
	}
	xmlProvider struct {
		Name      string        `xml:"name,attr"`
		GUID      string        `xml:"guid,attr"`
		Events    []xmlEvent    `xml:"events>event"`
		Templates []xmlTemplate `xml:"templates>template"`
	}
	xmlEvent struct {
		Value    string `xml:"value,attr"`
		Version  string `xml:"version,attr"`
		Symbol   string `xml:"symbol,attr"`
		Task     string `xml:"task,attr"`
		Opcode   string `xml:"opcode,attr"`
		Template string `xml:"template,attr"`
	}
	xmlTemplate struct {
		ID    string    `xml:"tid,attr"`
		Items []xmlItem `xml:",any"`
	}
	xmlItem struct {
		XMLName xml.Name
		Name    string    `xml:"name,attr"`
		InType  string    `xml:"inType,attr"`
		OutType string    `xml:"outType,attr"`
		Count   string    `xml:"count,attr"`
		Length  string    `xml:"length,attr"`
		Items   []xmlItem `xml:",any"`
	}
)

// ParseManifest reads a manifest of at most MaxManifest bytes. Invalid events are left out, fields
// of unknown type keep TypeNone. The error has the line of XML that cannot be read, or is
// ErrManifest.
func ParseManifest(text []byte) (*Manifest, error) {
	if len(text) > MaxManifest {
		return nil, fmt.Errorf("the event manifest has %d bytes, more than the limit of %d", len(text), MaxManifest)
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	var x xmlManifest
	if err := d.Decode(&x); err != nil {
		return nil, fmt.Errorf("the event manifest is invalid at byte %d: %w", d.InputOffset(), err)
	}
	if len(x.Providers) == 0 {
		return nil, ErrManifest
	}
	p := &x.Providers[0]
	m := &Manifest{Provider: p.Name}
	m.GUID, _ = ParseGUID(p.GUID)
	templates := map[string]Fields{}
	for _, t := range p.Templates {
		r := templateReader{left: maxFields}
		templates[t.ID] = r.fields(t.Items, "", 0)
	}
	for _, e := range p.Events {
		if ev, ok := e.event(templates); ok {
			m.events = append(m.events, ev)
		}
	}
	slices.SortStableFunc(m.events, compareEvents)
	return m, nil
}

// event translates one event; false if its numbers cannot be read.
func (x *xmlEvent) event(templates map[string]Fields) (e ManifestEvent, ok bool) {
	id, err := strconv.ParseUint(x.Value, 0, 16)
	if err != nil {
		return ManifestEvent{}, false
	}
	version, err := strconv.ParseUint(cmp.Or(x.Version, "0"), 0, 8)
	if err != nil {
		return ManifestEvent{}, false
	}
	opcode := strings.TrimPrefix(x.Opcode, "win:")
	if opcode == "Info" {
		opcode = ""
	}
	return ManifestEvent{
		ID: uint16(id), Version: uint8(version), Symbol: x.Symbol,
		Task: x.Task, Opcode: opcode, Fields: templates[x.Template],
	}, true
}

// templateReader translates a template, whose fields may refer to earlier ones by name.
type templateReader struct {
	left int    // fields that may still follow
	last uint16 // the last slot assigned
}

// fields translates items. A field that refers to a missing one, or is nested too deeply, ends
// them: what follows could not be located in a payload.
func (r *templateReader) fields(items []xmlItem, prefix string, depth int) (fs Fields) {
	for i := range items {
		x := &items[i]
		if r.left--; r.left < 0 {
			return fs
		}
		f := Field{Name: prefix + x.Name}
		var ok1, ok2 bool
		f.count, ok1 = r.extent(x.Count, fs)
		f.length, ok2 = r.extent(x.Length, fs)
		if !ok1 || !ok2 {
			return append(fs, Field{Name: f.Name})
		}
		if x.XMLName.Local == "struct" {
			if depth == maxDepth {
				return append(fs, Field{Name: f.Name})
			}
			f.Type = TypeStruct
			f.Members = r.fields(x.Items, memberPrefix(f.Name), depth+1)
		} else {
			f.setManifestType(x)
		}
		fs = append(fs, f)
	}
	return fs
}

// extent translates a count or length: nothing, a number, or the name of an earlier field.
func (r *templateReader) extent(text string, before Fields) (e extent, ok bool) {
	if text == "" {
		return extent{}, true
	}
	if n, err := strconv.ParseUint(text, 0, 16); err == nil {
		return extent{extentFixed, uint16(n)}, true
	}
	for i := range before {
		f := &before[i]
		if f.Name != text && !strings.HasSuffix(f.Name, "."+text) {
			continue
		}
		if f.slot == 0 {
			if r.last++; r.last >= maxSlots {
				return extent{}, false
			}
			f.slot = r.last
		}
		return extent{extentField, f.slot}, true
	}
	return extent{}, false
}

// manifestTypes are the types of manifests (Microsoft, InputType).
var manifestTypes = map[string]InType{
	"UnicodeString": TypeUTF16, "AnsiString": TypeANSI, "Int8": TypeInt8, "UInt8": TypeUint8,
	"Int16": TypeInt16, "UInt16": TypeUint16, "Int32": TypeInt32, "UInt32": TypeUint32,
	"Int64": TypeInt64, "UInt64": TypeUint64, "Float": TypeFloat32, "Double": TypeFloat64,
	"Boolean": TypeBool, "Binary": TypeBinary, "GUID": TypeGUID, "Pointer": TypePointer,
	"FILETIME": TypeFileTime, "SYSTEMTIME": TypeSystemTime, "SID": TypeSID,
	"HexInt32": TypeHex32, "HexInt64": TypeHex64, "CountedUnicodeString": TypeCountedUTF16,
	"CountedAnsiString": TypeCountedANSI, "CountedBinary": TypeCountedBinary,
}

// setManifestType gives f the type that x names.
func (f *Field) setManifestType(x *xmlItem) {
	f.Type = manifestTypes[strings.TrimPrefix(x.InType, "win:")]
	switch f.Type {
	case TypeCountedUTF16, TypeCountedANSI, TypeCountedBinary:
		f.length = extent{kind: extentPrefix}
	}
	switch _, out, _ := strings.Cut(x.OutType, ":"); {
	case out == "boolean":
		f.Show = ShowBool
	case strings.HasPrefix(out, "HexInt"), out == "NTSTATUS", out == "HResult", out == "CodePointer":
		f.Show = ShowHex
	}
}
