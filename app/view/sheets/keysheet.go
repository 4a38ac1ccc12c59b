package sheets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Widths in the sheet of keys, in dp.
const (
	sheetKeys  = 210
	sheetTitle = 310
)

var mouseHelp = [][2]string{
	{"Ctrl + wheel", "Zoom around the pointer"},
	{"Wheel", "Scroll the lanes"},
	{"Shift + wheel", "Pan"},
	{"Ctrl + Shift + wheel", "Change the height of the lanes"},
	{"Middle button + drag", "Pan and scroll the lanes"},
	{"Space + drag", "Pan and scroll the lanes"},
	{"Drag", "Select a time range; with Shift, snap to segments; with Ctrl, zoom to the range"},
	{"Click", "Select a segment"},
	{"Double click", "Zoom to the segment or the selected range; on the ruler or overview, show the whole trace"},
	{"Point, then hold Ctrl", "Freeze the card at the pointer, to select its text or click its links"},
	{"Overview", "Drag the visible time range or its edges, or draw a new range"},
	{"Legend", "Point to a category to highlight it; click to keep the highlight; Ctrl + click to leave the category out of the profile"},
}

// KeyCommands are the commands about the keys themselves.
func (s *Sheets) KeyCommands() []*kit.Command {
	return []*kit.Command{
		{ID: "keys", Title: "Keys…", Help: "Keyboard shortcuts of the commands, and what the mouse does", Keys: []kit.Key{{Char: '?'}}, Run: s.showKeys},
		{
			ID: "keysFile", Title: "Create Key Bindings File", Help: "Create keys.json, where every key can be changed",
			Enabled: func() bool { return s.SettingsDir != "" }, Why: noFolder, Run: s.writeKeys,
		},
	}
}

// keySection is a section of the sheet of keys.
type keySection struct {
	title string
	Rows  []KeyRow
}

// KeyRow is a row of a section.
type KeyRow struct {
	Keys, Text, ID string
	root           fyne.CanvasObject
}

// Matches reports whether all words occur in the row, ignoring case; the words must be in lower
// case. Without words the rows that have keys match: most commands have none.
func (r *KeyRow) Matches(words []string) bool {
	if len(words) == 0 {
		return r.Keys != ""
	}
	all := strings.ToLower(r.Keys + " " + r.Text + " " + r.ID)
	for _, word := range words {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

// KeySections are all commands, grouped by menu, and the mouse gestures.
func (s *Sheets) KeySections() []keySection {
	menus, places := s.Menus()
	const others = "Moving and selecting"
	at := map[string]int{}
	var list []keySection
	section := func(title string) *keySection {
		i, ok := at[title]
		if !ok {
			i = len(list)
			at[title] = i
			list = append(list, keySection{title: title})
		}
		return &list[i]
	}
	for _, title := range menus {
		section(title)
	}
	section(others)
	for _, c := range s.Commands.List {
		place, ok := places[c]
		if !ok {
			place.Menu = others
		}
		text := place.FullTitle(c)
		if c.Help != "" {
			text = c.Help
		}
		under := section(place.Menu)
		under.Rows = append(under.Rows, KeyRow{Keys: c.KeyText(), Text: text, ID: c.ID})
	}
	mouse := section("Mouse")
	for _, m := range mouseHelp {
		mouse.Rows = append(mouse.Rows, KeyRow{Keys: m[0], Text: m[1]})
	}
	return list
}

// showKeys lists the commands that have keys, with a filter that finds all commands.
func (s *Sheets) showKeys() {
	sections := s.KeySections()
	ids := float32(0)
	for _, c := range s.Commands.List {
		ids = max(ids, fyne.MeasureText(c.ID, theme.CaptionTextSize(), fyne.TextStyle{}).Width/kit.TextScale())
	}
	title := s.TextRoom(sheetTitle, sheetKeys+ids+20)
	for i := range sections {
		for j := range sections[i].Rows {
			r := &sections[i].Rows[j]
			r.root = sheetKeyRow(r, title)
		}
	}
	page := container.New(kit.ColumnLayout(0))
	scroll := container.NewVScroll(container.New(kit.Insets{12, 4}, page))
	fill := func(text string) {
		words := strings.Fields(strings.ToLower(text))
		page.Objects = nil
		for _, s := range sections {
			var rows []fyne.CanvasObject
			for i := range s.Rows {
				if s.Rows[i].Matches(words) {
					rows = append(rows, s.Rows[i].root)
				}
			}
			if len(rows) > 0 {
				page.Objects = append(page.Objects, healthHead(healthSection{Title: s.title}))
				page.Objects = append(append(page.Objects, rows...), kit.NewGap(0, 10))
			}
		}
		page.Refresh()
		scroll.ScrollToTop()
	}
	fill("")
	filter := kit.NewField("Filter all commands, also those without a key", kit.OnEscape(s.Escape))
	filter.OnChanged = fill
	size := s.Win.Canvas().Size()
	d := dialog.NewCustom("Keys and mouse", "Close",
		container.NewBorder(container.New(kit.Insets{12, 4}, container.New(kit.Fixed{0, 32}, filter)), s.keysFoot(), nil, nil, scroll), s.Win)
	d.Resize(fyne.NewSize(min(kit.Scaled(sheetTitle+sheetKeys+ids+120), size.Width-host.SheetEdge), min(kit.Scaled(700), size.Height-host.SheetEdge)))
	s.Present(d)
	s.Win.Canvas().Focus(filter)
}

// sheetKeyRow shows a row of the sheet; title is the width of its description.
func sheetKeyRow(r *KeyRow, title float32) fyne.CanvasObject {
	cell := func(width float32, l *kit.Line) fyne.CanvasObject {
		return container.New(kit.Fixed{width, kit.FactHeight}, l.Fitting())
	}
	rows := container.New(kit.ColumnLayout(0))
	keys, id := r.Keys, r.ID
	for _, text := range kit.Wrap(r.Text, title) {
		rows.Add(container.New(kit.RowLayout(10), cell(sheetKeys, kit.NewLine(keys, theme.ColorNameForeground)),
			cell(title/kit.TextScale(), kit.NewLine(text, theme.ColorNameForeground)), kit.NewCaption(id, kit.ColorText3).Fitting()))
		keys, id = "", ""
	}
	return rows
}

// keysFoot shows where the keys can be changed, and the problems found there.
func (s *Sheets) keysFoot() fyne.CanvasObject {
	foot := container.New(kit.ColumnLayout(2), kit.NewRule())
	say := func(text string, color fyne.ThemeColorName) {
		for _, part := range kit.WrapAt(text, s.TextRoom(sheetKeys+sheetTitle, 0), theme.SizeNameCaptionText, fyne.TextStyle{}) {
			foot.Add(container.New(kit.Insets{12, 1}, kit.NewCaption(part, color).Fitting()))
		}
	}
	if s.SettingsDir == "" {
		say(noKeys, kit.ColorText2)
		return foot
	}
	say("To change a command's keys, use its ID (shown at the right) in "+keep.KeysPath(s.SettingsDir), kit.ColorText2)
	for _, p := range s.KeyProblems {
		say("Not used: "+p, kit.ColorWarnStatus)
	}
	write := kit.NewLink("Create key bindings file", func() {
		s.Escape()
		s.writeKeys()
	})
	foot.Add(container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(0), write, kit.NewBox(""))))
	return foot
}
