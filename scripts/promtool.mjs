// Prometheus' own tool for checking and testing rules, from Debian's package prometheus.
import { spawnSync } from 'node:child_process';

/** Why it cannot be used, in a sentence; undefined if it can. */
export function promtoolMissing() {
  return spawnSync('promtool', ['--version']).status === 0
    ? undefined
    : 'there is no promtool on this machine (apt-get install prometheus)';
}
