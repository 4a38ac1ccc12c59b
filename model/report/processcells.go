package report

import "threadlens/model"

// processName and pid are the cells of a process, empty where it is not known.
func processName(p *model.Process) Value {
	if !p.Known {
		return Value{}
	}
	v := text(p.Name)
	if p.Recorder {
		v.Display = p.Title()
	}
	return v
}

func pid(p *model.Process) Value {
	if !p.Known {
		return Value{}
	}
	return ID(p.PID)
}
