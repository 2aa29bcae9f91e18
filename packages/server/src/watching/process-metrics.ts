import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * The usual metrics of a process and of Node.js. The library's own collection also observes every garbage collection and lists every open
 * socket, which costs more than all other work of a request for metrics.
 * @returns a function that stops the measuring
 */
export function measureProcess(registry: Registry): () => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value !== undefined) this.set(value);
      },
    });
  let counted = 0;
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time, of all threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      const seconds = (user + system) / 1e6;
      this.inc(seconds - counted);
      counted = seconds;
    },
  });
  const started = performance.timeOrigin / 1000;
  gauge('process_start_time_seconds', 'When the process was started, since the epoch.', () => started);
  gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => process.memoryUsage.rss());
  gauge('process_open_fds', 'Open files and sockets.', openFiles);
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_heap_size_total_bytes', 'Memory of JavaScript, in use and not.', () => process.memoryUsage().heapTotal);
  gauge('nodejs_external_memory_bytes', 'Memory outside of JavaScript’s own.', () => process.memoryUsage().external);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const lag = (name: string, share: string, read: () => number) =>
    gauge(name, `How late the event loop was since this was read last, ${share}; never below 10 ms.`, () =>
      delay.count === 0 ? 0 : read() / 1e9,
    );
  lag('nodejs_eventloop_lag_p50_seconds', 'half of the time', () => delay.percentile(50));
  lag('nodejs_eventloop_lag_p99_seconds', '99 times of 100', () => delay.percentile(99));
  lag('nodejs_eventloop_lag_max_seconds', 'the latest', () => {
    const { max } = delay;
    delay.reset(); // the last of the three gauges resets it
    return max;
  });
  return () => delay.disable();
}

/** Available on Linux only. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
