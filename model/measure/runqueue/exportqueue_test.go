package runqueue

// QueuePeaks is for the tests of this package.
var QueuePeaks = queuePeaks
