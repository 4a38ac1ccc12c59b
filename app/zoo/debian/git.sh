. "$(dirname "$0")/common"
# A repository is filled, packed and cloned.
export GIT_CONFIG_NOSYSTEM=1 HOME="$PWD" GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
case $1 in
prepare)
	mkdir repo
	for i in $(seq 200); do seq "$i" $((i + 2000)) >repo/file$i; done
	;;
run)
	git init -q repo
	git -C repo add .
	git -C repo commit -q -m one
	git -C repo gc -q
	git clone -q --no-local repo copy
	git -C copy log --stat | cat | tail -1
	;;
esac
