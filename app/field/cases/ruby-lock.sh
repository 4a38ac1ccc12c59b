#| title: four threads of Ruby compute, with one lock of the interpreter between them
#| truth: CPU time of each thread against its time by the clock
#| needs: ruby
#| words: take turns | one at a time | one lock
#| words: lock | each other | turns
#| names: ruby | gil.rb
#| number: waited within 5 % | cpus within 5 %
#| never: other than each other | polling | give timers | oversubscription | had no CPU | herd | clump
. "${0%/*}/common"
case $1 in
run) exec ruby "$here/gil.rb" truth.txt ;;
truth) cat truth.txt ;;
finish) ;;
esac
