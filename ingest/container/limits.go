package container

// Bounds on what an archive may make the reader keep, on disk or in memory. Real archives stay far
// below them.
const (
	maxMembers    = 1 << 14  // files in one archive: a .diagsession may hold hundreds of symbol files
	maxDirectory  = 16 << 20 // bytes of an archive's directory
	maxDictionary = 1 << 29  // bytes that decoding a 7z member may need: the format's own tools default to half of it at most
	maxZstWindow  = 1 << 27  // bytes that decoding a zst file may need: the window of the format's highest level
	maxCoders     = 32       // 7z methods chained for one stream
	maxProblems   = 100      // members that could not be examined, reported individually
	maxNested     = 64       // archives inside an archive

	inMemory    = 16 << 20 // bytes up to which a member is unpacked into memory
	allInMemory = 64 << 20 // bytes of all that is unpacked there
	headSize    = 4 << 10  // bytes of a member that are examined

	minUnpacked  = 1 << 30 // bytes that an archive may unpack to, at least
	unpackFactor = 200     // or this many times its size
	maxUnpacked  = 1 << 38 // but never more
)

// unpackLimit is the number of bytes to which all members of an archive of the given size may
// unpack.
func unpackLimit(size int64) int64 {
	if size > maxUnpacked/unpackFactor {
		return maxUnpacked
	}
	return max(minUnpacked, unpackFactor*size)
}
