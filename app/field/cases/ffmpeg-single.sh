#| title: ffmpeg encodes with one thread
#| truth: -benchmark: its CPU time and time by the clock
#| needs: ffmpeg
#| idle: 50 %
#| words: single-threaded | one thread | only thread
#| names: ffmpeg | av
#| number: ran within 5 % | share within 5 points
#| never: herd | polling | stop-the-world
. "${0%/*}/common"
case $1 in
prepare) ffmpeg -version >/dev/null ;; # its libraries are read from the disk once
run) exec ffmpeg -nostdin -hide_banner -benchmark -filter_threads 1 -f lavfi -i testsrc2=size=1280x720:rate=25:duration=60 -threads 1 -c:v mpeg4 -f null - 2>ffmpeg.log ;;
truth) sed -n 's/^bench: utime=\([0-9.]*\)s stime=\([0-9.]*\)s rtime=\([0-9.]*\)s/\1 \2 \3/p' ffmpeg.log | awk '{ printf "ran %.3f s\nshare %.1f %%\n", $1 + $2, 100 * ($1 + $2) / $3 }' ;;
finish) ;;
esac
