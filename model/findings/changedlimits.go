package findings

import "strconv"

// All are the thresholds, in the order of Defaults.
func (l Limits) All() []Limit {
	list := Defaults()
	for i := range list {
		if own, ok := l.values[list[i].Name]; ok {
			list[i] = own
		}
	}
	return list
}

// Changes describes the thresholds that are not the default ones: "E3.runnable 130 %
// (default 115 %)".
func (l Limits) Changes() []string {
	var list []string
	all := l.All()
	for i, d := range Defaults() {
		if all[i].Value != d.Value {
			list = append(list, d.Name+" "+all[i].amount()+" (default "+d.amount()+")")
		}
	}
	return list
}

// amount is the value with its unit.
func (l Limit) amount() string {
	text := strconv.FormatFloat(l.Value, 'f', -1, 64)
	if l.Unit != "" {
		text += " " + l.Unit
	}
	return text
}
