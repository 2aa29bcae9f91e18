// Prometheus' own tool, by which rules are checked and tested: Debian's package prometheus has it.
import { spawnSync } from 'node:child_process';

/** Why it cannot be used, in a sentence; undefined when it can. */
export function promtoolMissing() {
  return spawnSync('promtool', ['--version']).status === 0
    ? undefined
    : 'there is no promtool on this machine (apt-get install prometheus)';
}
