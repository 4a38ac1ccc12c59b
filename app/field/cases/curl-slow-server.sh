#| title: curl fetches twenty pages, one after the other, from a server that computes 100 ms for each
#| truth: curl's own time to the first byte
#| needs: curl python3
#| words: wait
#| names: curl
#| names: python3
#| number: waited within 5 % | share within 5 points
#| never: polling | lock | herd
. "${0%/*}/common"
case $1 in
prepare)
	python3 "$here/upstream.py" 18183 0.1 >server.log 2>&1 &
	until_ok curl -sf http://127.0.0.1:18183/
	for i in {1..20}; do printf 'url = "http://127.0.0.1:18183/%d"\noutput = "page%d"\n' "$i" "$i"; done >urls
	;;
run) exec curl -s -K urls -w '%{time_pretransfer} %{time_starttransfer} %{time_total}\n' >times ;;
truth) awk 'NF == 3 { wait += $2 - $1; all += $3 } END { printf "waited %.3f s\nshare %.1f %%\n", wait, 100 * wait / all }' times ;;
finish) ;;
esac
