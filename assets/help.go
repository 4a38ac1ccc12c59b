package assets

import "embed"

//go:embed help/*.md
var help embed.FS

// Help returns the text of a page of help, by its name ("threads"), "" if there is none. Lines that
// begin with "# " and "## " are titles, "- " items of a list, four spaces code; other lines are
// paragraphs. "{whole}" stands for the key of a command.
func Help(name string) string {
	b, err := help.ReadFile("help/" + name + ".md")
	if err != nil {
		return ""
	}
	return string(b)
}
