package runqueue

// QueuePeaks is exported for the tests.
var QueuePeaks = queuePeaks
