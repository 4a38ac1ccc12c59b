package sheets

import (
	"strings"

	"threadlens/app/session/keep"
	"threadlens/assets"
	"threadlens/model/findings"
)

// helpFiles are the pages of help, in order; that about findings is followed by one about each rule.
var helpFiles = []string{
	HelpStart, "threads", "utilization", "cores", "measurement", "monitor", HelpFindings,
	"critical-path", "stacks", "categories", "comparing", "recording", "command-line",
}

// Names of pages. That of a rule is its ID; HelpRules is the file with a section about each.
const (
	HelpStart    = "start"
	HelpFindings = "findings"
	HelpRules    = "rules"
)

// HelpPage is a page of help.
type HelpPage struct {
	Name, Title string
	Blocks      []HelpBlock
	rule        bool
}

// HelpBlock is a part of a page.
type HelpBlock struct {
	Kind HelpKind
	Text string
}

// HelpKind is what a block is.
type HelpKind uint8

// Kinds of blocks.
const (
	HelpText  HelpKind = iota // a paragraph
	HelpTitle                 // the title of a section
	HelpItem                  // an item of a list
	HelpCode                  // a line to type, or of output
)

// HelpPages are all pages of help.
func HelpPages() (list []HelpPage) {
	for _, name := range helpFiles {
		list = append(list, newHelpPage(name, assets.Help(name)))
		if name == HelpFindings {
			list = append(list, rulePages()...)
		}
	}
	return list
}

func newHelpPage(name, text string) HelpPage {
	title, text, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	return HelpPage{Name: name, Title: title, Blocks: helpBlocks(text)}
}

// rulePages are the pages of the rules: when a finding is reported, what it means, its thresholds
// and the report with its figures.
func rulePages() (list []HelpPage) {
	meaning := map[string]string{}
	for _, section := range strings.Split(assets.Help(HelpRules), "\n## ")[1:] {
		id, about, _ := strings.Cut(section, "\n")
		meaning[id] = about
	}
	for _, r := range findings.Rules() {
		p := HelpPage{Name: r.ID, Title: r.ID + " " + r.Name, Blocks: helpBlocks(meaning[r.ID]), rule: true}
		p.add(HelpText, "Reported when "+r.Doc+".")
		p.add(HelpTitle, "Thresholds")
		for _, l := range usualLimits(r) {
			p.add(HelpItem, strings.Join(strings.Fields(keep.LimitText(l.Value)+" "+limitUnitWords(l.Unit)+" "+l.Doc), " "))
		}
		p.add(HelpTitle, "Figures")
		p.add(HelpText, "See the report “"+r.Report+"”.")
		list = append(list, p)
	}
	return list
}

func (p *HelpPage) add(kind HelpKind, text string) {
	p.Blocks = append(p.Blocks, HelpBlock{kind, text})
}

// helpBlocks reads the text of a page after its title.
func helpBlocks(text string) (list []HelpBlock) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "## "):
			list = append(list, HelpBlock{HelpTitle, line[3:]})
		case strings.HasPrefix(line, "- "):
			list = append(list, HelpBlock{HelpItem, line[2:]})
		case strings.HasPrefix(line, "    "):
			list = append(list, HelpBlock{HelpCode, line[4:]})
		default:
			list = append(list, HelpBlock{HelpText, line})
		}
	}
	return list
}

// usualLimits are the default thresholds of a rule.
func usualLimits(r *findings.Rule) (list []findings.Limit) {
	for _, l := range findings.Defaults() {
		if strings.HasPrefix(l.Name, r.ID+".") {
			list = append(list, l)
		}
	}
	return list
}
