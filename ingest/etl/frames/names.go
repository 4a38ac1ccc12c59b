package frames

import (
	"bytes"
	"strings"

	"threadlens/model"
)

// names holds each name once. The zero value is ready; id 0 is the empty name.
type names struct {
	ids  map[string]uint32
	list []string
	size int // bytes of all names
}

// get is the text of an id.
func (n *names) get(id uint32) string {
	if int(id) < len(n.list) {
		return n.list[id]
	}
	return ""
}

// id is the id of a name, shortened to model.MaxName bytes; false if it is new and there is no
// room.
func (n *names) id(b []byte) (id uint32, ok bool) {
	b = short(b)
	if id, ok := n.ids[string(b)]; ok || len(b) == 0 {
		return id, true
	}
	text := string(b)
	return n.add(text, text)
}

// fileID is id for file names, where case does not matter. Of all spellings of a name the last in
// alphabetical order is shown, which prefers lower case and does not depend on their order.
func (n *names) fileID(b []byte) (id uint32, ok bool) {
	b = short(b)
	if id, ok = n.ids[string(b)]; !ok && len(b) > 0 {
		text := string(b)
		lower := strings.ToLower(text)
		if id, ok = n.ids[lower]; !ok {
			return n.add(text, lower)
		}
		if n.size += len(text); n.size <= maxText {
			n.ids[text] = id
		}
	}
	if id != 0 && string(b) > n.list[id] {
		n.list[id] = string(b)
	}
	return id, true
}

// add adds a name that is found by its own text and by a key.
func (n *names) add(text, key string) (id uint32, ok bool) {
	if n.size += len(text); n.size > maxText || len(n.list) > maxRecords {
		return 0, false
	}
	if n.ids == nil {
		n.ids, n.list = map[string]uint32{}, []string{""}
	}
	id = uint32(len(n.list))
	n.list = append(n.list, text)
	n.ids[text], n.ids[key] = id, id
	return id, true
}

// done frees what is not needed for reading names.
func (n *names) done() { n.ids = nil }

// short cuts a name to model.MaxName bytes.
func short(b []byte) []byte {
	if len(b) <= model.MaxName {
		return b
	}
	return bytes.ToValidUTF8(b[:model.MaxName], nil)
}
