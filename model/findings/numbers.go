package findings

import (
	"slices"

	"threadlens/model"
)

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quotient is a part of a whole, 0 if the whole is 0.
func quotient[A, B ~int | ~int64 | ~float64](part A, whole B) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func mean(list []model.Time) (sum model.Time) {
	for _, t := range list {
		sum += t
	}
	return sum / model.Time(len(list))
}

// median is the value in the middle of a sample, which it sorts.
func median(list []model.Time) model.Time {
	slices.Sort(list)
	return list[len(list)/2]
}
