package etl

import (
	"threadlens/ingest/etl/payload"
)

// action is what to do with a record: an index into actions.
type action uint8

const (
	actNone action = iota
	actSwitch
	actReady
	actSample
	actLife
	actThreadName
	actProcess
	actIrq
	actWalk
	actKeyRef
	actKeyDef
	actCallEnter
	actCallExit
	actDisk
	actDiskInit
	actFlush
	actHardFault
	actSoftFault
	actFileName
	actCPU
	actPhysicalDisk
	actMasks
	actImage
	actLost
	actBuild
	actInterval
	actOther // a classic record whose class is not a kernel group
	actEvent
	actGap // not a record: events lost after a buffer
	numActions
)

// actions are the handlers of both passes; nil where a pass ignores the record. The first pass sees
// the records in the order of the file. decoder.step itself handles the two most frequent kinds,
// and gaps.
var actions = [numActions]struct {
	learn func(s *scan, r *record)
	emit  func(d *decoder, r *record)
}{
	actSample:       {nil, (*decoder).doSample},
	actLife:         {(*scan).learnThread, (*decoder).doLife},
	actThreadName:   {nil, (*decoder).doThreadName},
	actProcess:      {(*scan).learnOther, (*decoder).doProcess},
	actIrq:          {(*scan).learnIrq, nil},
	actWalk:         {(*scan).learnWalk, nil},
	actKeyRef:       {(*scan).learnKeyRef, nil},
	actKeyDef:       {(*scan).learnKeyDef, nil},
	actCallEnter:    {nil, (*decoder).doCallEnter},
	actCallExit:     {nil, (*decoder).doCallExit},
	actDisk:         {nil, (*decoder).doDisk},
	actDiskInit:     {nil, (*decoder).doDiskInit},
	actFlush:        {nil, (*decoder).doFlush},
	actHardFault:    {nil, (*decoder).doHardFault},
	actSoftFault:    {nil, (*decoder).doSoftFault},
	actFileName:     {(*scan).learnFile, (*decoder).doFileName},
	actCPU:          {(*scan).learnCPU, nil},
	actPhysicalDisk: {(*scan).learnDisk, nil},
	actMasks:        {(*scan).learnMasks, nil},
	actImage:        {(*scan).learnOther, nil},
	actLost:         {(*scan).learnLost, (*decoder).doLost},
	actBuild:        {(*scan).learnBuild, nil},
	actInterval:     {(*scan).learnInterval, nil},
	actOther:        {(*scan).learnOther, (*decoder).doOther},
	actEvent:        {(*scan).learnOther, (*decoder).doEvent},
}

// hookActions are the actions of kernel events.
var hookActions = map[payload.HookID]action{
	payload.HookCSwitch: actSwitch, payload.HookReadyThread: actReady,
	payload.HookSampledProfile: actSample,
	payload.HookThreadStart:    actLife, payload.HookThreadEnd: actLife,
	payload.HookThreadDCStart: actLife, payload.HookThreadDCEnd: actLife,
	payload.HookThreadName:   actThreadName,
	payload.HookProcessStart: actProcess, payload.HookProcessEnd: actProcess,
	payload.HookProcessDCStart: actProcess, payload.HookProcessDCEnd: actProcess,
	payload.HookDPC: actIrq, payload.HookThreadedDPC: actIrq, payload.HookTimerDPC: actIrq,
	payload.HookISR: actIrq, payload.HookISRMessage: actIrq,
	payload.HookStackWalk:      actWalk,
	payload.HookStackKeyKernel: actKeyRef, payload.HookStackKeyUser: actKeyRef,
	payload.HookStackKeyDeleted: actKeyDef, payload.HookStackKeyRundown: actKeyDef,
	payload.HookSysCallEnter: actCallEnter, payload.HookSysCallExit: actCallExit,
	payload.HookDiskRead: actDisk, payload.HookDiskWrite: actDisk, payload.HookDiskFlush: actFlush,
	payload.HookDiskReadInit: actDiskInit, payload.HookDiskWriteInit: actDiskInit,
	payload.HookDiskFlushInit: actDiskInit,
	payload.HookHardFault:     actHardFault, payload.HookTransitionFault: actSoftFault,
	payload.HookDemandZeroFault: actSoftFault, payload.HookCopyOnWrite: actSoftFault,
	payload.HookGuardPageFault: actSoftFault,
	payload.HookFileName:       actFileName, payload.HookFileNameCreate: actFileName,
	payload.HookFileNameDelete: actFileName, payload.HookFileRundown: actFileName,
	payload.HookCPU: actCPU, payload.HookPhysicalDisk: actPhysicalDisk,
	payload.HookExtension:   actMasks,
	payload.HookIntervalSet: actInterval, payload.HookIntervalStart: actInterval,
	payload.HookIntervalEnd: actInterval,
	payload.HookImageLoad:   actImage, payload.HookImageUnload: actImage,
	payload.HookImageDCStart: actImage, payload.HookImageDCEnd: actImage,
	payload.HookHypercallPage: actImage,
}

// hookTable is hookActions as an array, for speed.
var hookTable = func() *[1 << 16]action {
	var t [1 << 16]action
	for h, a := range hookActions {
		t[h] = a
	}
	return &t
}()

// action finds what to do with the record that c has cut.
func (c *cutter) action() action {
	switch c.form &^ formWide {
	case formEvent:
		return actEvent
	case formFull, formInstance:
		b := c.data[c.off:]
		return classAction(payload.GUID(b[24:40]), b[4])
	}
	return hookTable[c.hook]
}

// aside reports whether a record is not about activity, but about the file, or lists the .NET
// runtime's methods: recorders request that when all else has ended.
func (c *cutter) aside() bool {
	switch c.form &^ formWide {
	case formEvent:
		return payload.GUID(c.data[c.off+24:c.off+40]) == payload.ProviderCLRRundown
	case formFull, formInstance:
		h, ok := payload.ClassHook(payload.GUID(c.data[c.off+24:c.off+40]), c.data[c.off+4])
		return ok && h>>8 == payload.GroupEventTrace
	}
	return c.hook>>8 == payload.GroupEventTrace
}

func classAction(class payload.GUID, opcode uint8) action {
	if h, ok := payload.ClassHook(class, opcode); ok {
		return hookTable[h]
	}
	switch {
	case class == payload.ClassLostEvents:
		return actLost
	case class == payload.ClassSystemTrace && opcode == payload.SystemBuild:
		return actBuild
	}
	return actOther
}

// early are the actions of records that the pre-pass needs, apart from those that decoder.step
// handles itself.
var early = [numActions]bool{actLife: true, actLost: true}

// wanted are the actions for which each pass has a handler.
var wanted = func() (w [2][numActions]bool) {
	w[1][actSwitch], w[1][actReady] = true, true
	for a := range actions {
		w[0][a] = actions[a].learn != nil
		w[1][a] = w[1][a] || actions[a].emit != nil
	}
	return w
}()
