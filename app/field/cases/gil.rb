# Threads that compute.
def clock(id) = Process.clock_gettime(id)

began, ran = clock(Process::CLOCK_MONOTONIC), clock(Process::CLOCK_PROCESS_CPUTIME_ID)
waited = Array.new(4) do
  Thread.new do
    begin_at, cpu = clock(Process::CLOCK_MONOTONIC), clock(Process::CLOCK_THREAD_CPUTIME_ID)
    (1..1000).sum { |x| x * x } while clock(Process::CLOCK_MONOTONIC) < begin_at + 2
    clock(Process::CLOCK_MONOTONIC) - begin_at - (clock(Process::CLOCK_THREAD_CPUTIME_ID) - cpu)
  end
end.sum(&:value)
cpus = (clock(Process::CLOCK_PROCESS_CPUTIME_ID) - ran) / (clock(Process::CLOCK_MONOTONIC) - began)
File.write(ARGV[0], format("cpus %.3f\nwaited %.3f s\n", cpus, waited))
