package keep

import "slices"

// ExportChoice is the last choice of how to export pictures and tables.
type ExportChoice struct {
	Picture string `json:"picture"` // one of PictureKinds
	Scale   int    `json:"scale"`   // device pixels per dp of a PNG, 1 … MaxExportScale
	Plain   bool   `json:"plain"`   // without title, legend and notes
	Table   string `json:"table"`   // one of TableFormats
}

// MaxExportScale is the largest ExportChoice.Scale.
const MaxExportScale = 3

// PictureKinds are the kinds of pictures that the window offers, by file extension.
func PictureKinds() []string { return []string{"png", "svg", "pdf"} }

// TableFormats are the formats of tables that the window offers, by file extension.
func TableFormats() []string { return []string{"csv", "tsv", "json", "md"} }

// repair replaces values that no version of the program writes.
func (c *ExportChoice) repair() {
	if !slices.Contains(PictureKinds(), c.Picture) {
		c.Picture = PictureKinds()[0]
	}
	if !slices.Contains(TableFormats(), c.Table) {
		c.Table = TableFormats()[0]
	}
	c.Scale = min(max(c.Scale, 1), MaxExportScale)
}
