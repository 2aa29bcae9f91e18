// Checks the version of Node. Every Node that supports modules must be able to run this file, because the file reports versions that are
// too old.
import { readFileSync } from 'node:fs';

/** @returns {string} such as "20.19, 22.12 or later" for `^20.19.0 || >=22.12.0` */
export function nodesOf(range) {
  const names = oldest(range).map((version) => version.join('.').replace(/(\.0)+$/, ''));
  return `${names.join(', ')} or later`;
}

/** @returns {string} the oldest version that a range permits, such as 20.19.0 */
export function oldestNode(range) {
  return oldest(range)[0].join('.');
}

/** @returns {string | undefined} the sentence for a version of Node that does not fit; otherwise undefined */
export function nodeFault(found, range) {
  const version = numbersOf(found);
  const last = oldest(range).length - 1;
  const fits = oldest(range).some(
    (least, at) => compare(version, least) >= 0 && (at === last || version[0] === least[0]),
  );
  if (fits) return undefined;
  return `Licet needs Node ${nodesOf(range)}, and this is Node ${found}. Install a newer one from https://nodejs.org, then run the same command again.`;
}

/** Ends the program on an older Node with one sentence, before other errors occur. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const fault = nodeFault(process.versions.node, engines.node);
  if (fault === undefined) return;
  console.error(fault);
  process.exit(1);
}

/**
 * Returns the oldest version of each part of a range. Every part except the last permits only one major version, as in
 * `^20.19.0 || >=22.12.0`.
 */
function oldest(range) {
  return range.split('||').map((part) => numbersOf(part.replace(/[^\d.]/g, '')));
}

function numbersOf(version) {
  const [major, minor, patch] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor || 0, patch || 0];
}

function compare(one, other) {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
