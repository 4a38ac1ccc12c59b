package main

import (
	"context"

	"threadlens/model"
)

// judgement is the result for one recording, or for all of a kind.
type judgement struct {
	waits  waitTally
	owners ownerTally
	found  findingTally
	// disturbed are the findings of recordings in which other programs took too much from the
	// program, which is no fault of its own.
	disturbed findingTally
	// strange are recordings that could not be judged, and why.
	strange []string
	// mismatches are context switches that leave another thread than ran, gaps are
	// windows of lost events.
	mismatches, gaps int64
	programs         int
}

func newJudgement() *judgement {
	return &judgement{waits: newWaitTally(), owners: ownerTally{By: map[string]ownership{}}, found: newFindingTally(), disturbed: newFindingTally()}
}

// add adds another recording's results.
func (j *judgement) add(o *judgement) {
	j.waits.add(&o.waits)
	j.owners.add(&o.owners)
	j.found.add(&o.found)
	j.disturbed.add(&o.disturbed)
	j.strange = append(j.strange, o.strange...)
	j.mismatches += o.mismatches
	j.gaps += o.gaps
	j.programs += o.programs
}

// judge judges one recording.
func judge(ctx context.Context, program string, r *recorded, disturbed bool, absent []string) (*judgement, error) {
	j := newJudgement()
	list, unseen, err := findingsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	j.programs = 1
	j.gaps = int64(len(r.Losses))
	j.mismatches = r.Counters[model.CountMismatch]
	j.waits = judgeWaits(r)
	j.owners = judgeOwners(r)
	found := judgeFindings(program, r.log, list, unseen, absent)
	if rightTarget(r) {
		found.Targets = 1
	}
	found.Recordings = 1
	if disturbed {
		j.disturbed = found
	} else {
		j.found = found
	}
	return j, nil
}
