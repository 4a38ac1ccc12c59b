package tracedat

import (
	"fmt"

	"threadlens/ingest/internal/tracepoint"
)

// headerInfo reads the layout of pages and of the heads of records.
func (m *meta) headerInfo(c *cursor) {
	for _, name := range [...]string{"header_page", "header_event"} {
		if got := c.text(textStep); c.err == nil && got != name {
			c.err = fmt.Errorf("the file is damaged: found %.32q instead of the entry %s", got, name)
		}
		text := c.block(c.u64())
		if name == "header_page" && c.err == nil {
			m.readLayout(text)
		}
	}
}

// readLayout reads the description of a page.
func (m *meta) readLayout(text []byte) {
	f, err := tracepoint.Parse("name: header_page\nID: 0\n" + string(text))
	if err != nil {
		m.diags.unread("layout of buffer pages", err)
		return
	}
	l := m.layout
	commit, data := f.Place("commit"), f.Place("data")
	l.commit, l.data, l.page = commit.Offset, data.Offset, data.End()
	if commit.Size != 4 && commit.Size != 8 || l.commit < 8 || l.data < commit.End() || l.page > maxPage || l.data > l.page {
		m.diags.unread("layout of buffer pages", fmt.Errorf("not supported: the length field (commit) of a page has "+
			"%d bytes at offset %d, and the page's data begins at offset %d", commit.Size, l.commit, l.data))
		return
	}
	l.commitSize = commit.Size
	m.layout = l
}

// ftraceEvents reads the descriptions of the events of ftrace itself.
func (m *meta) ftraceEvents(c *cursor) {
	for n := c.u32(); n > 0 && c.err == nil; n-- {
		m.event("ftrace", c)
	}
}

// eventFormats reads the descriptions of the events of all systems.
func (m *meta) eventFormats(c *cursor) {
	for n := c.u32(); n > 0 && c.err == nil; n-- {
		system := c.text(maxSymbol)
		for k := c.u32(); k > 0 && c.err == nil; k-- {
			m.event(system, c)
		}
	}
}

// event keeps the description of an event: only those of which there are records are parsed.
func (m *meta) event(system string, c *cursor) {
	text := c.block(c.u64())
	if c.err == nil && len(m.texts) < maxID {
		m.texts = append(m.texts, eventText{system, text})
	}
}
