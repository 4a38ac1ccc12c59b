package view

// detailCommands are those of the bottom pane's tabs.
func (w *window) detailCommands() []*command {
	return []*command{
		{
			id: "reportPercent", title: "Profile Report in Percent", enabled: w.isOpen,
			checked: func() bool { return w.report.percent },
			run:     func() { w.report.setPercent(!w.report.percent) },
		},
	}
}
