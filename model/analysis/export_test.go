package analysis

// QueuePeaks is for the tests of this package.
var QueuePeaks = queuePeaks
