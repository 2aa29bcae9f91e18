// Checks the parts of package-lock.json that `npm ci` needs, and that all files name the same versions of Node. The check is part of the
// house rules.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodesOf } from './node-version.mjs';
import { filesBelow, read } from './sources.mjs';

/** @returns {string[]} one sentence for each violation, or none without a lock file */
export function checkLock(root) {
  if (!existsSync(join(root, 'package-lock.json'))) return [];
  const { packages } = JSON.parse(read(root, 'package-lock.json'));
  const manifests = filesBelow(root).filter((path) => /(^|\/)package\.json$/.test(path));
  return [
    ...Object.entries(packages).flatMap(([path, entry]) => [...absent(packages, path, entry), ...origin(path, entry)]),
    ...manifests.flatMap((path) => stale(packages, path, JSON.parse(read(root, path)))),
    ...nodes(root, manifests),
  ];
}

/** Returns whether npm's record of its last installation matches the lock file. Optional packages may be missing. */
export function isInstalled(locked, noted) {
  return Object.entries(locked).every(([path, { version, optional, devOptional, link }]) => {
    if (!inModules(path) || link) return true;
    const present = noted[path];
    return present === undefined ? Boolean(optional || devOptional) : present.version === version;
  });
}

/**
 * Returns one sentence for each dependency that the lock file lacks. Behind a mirror, npm omits optional packages that
 * the mirror lacks, and `npm ci` then refuses the lock file on other machines.
 */
function absent(packages, path, entry) {
  const optionalPeers = entry.peerDependenciesMeta ?? {};
  const needed = [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !optionalPeers[name]?.optional),
    ...(inModules(path) ? [] : Object.keys(entry.devDependencies ?? {})),
  ];
  return needed
    .filter((name) => !isFound(packages, path, name))
    .map(
      (name) =>
        `package-lock.json lacks ${name}, which ${path || 'package.json'} needs: npm ci would fail. Choose versions that your registry has whole.`,
    );
}

function isFound(packages, path, name) {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    if (`${place === '' ? '' : `${place}/`}node_modules/${name}` in packages) return true;
    if (place === '') return false;
  }
}

function origin(path, entry) {
  if (!inModules(path) || entry.link) return [];
  const says = [];
  if (/^https?:/.test(entry.resolved ?? ''))
    says.push(`package-lock.json names a registry for ${path}; run npm install --omit-lockfile-registry-resolved.`);
  if (entry.integrity === undefined && !entry.inBundle)
    says.push(`package-lock.json has no integrity for ${path}; remove its entry and run npm install.`);
  return says;
}

function stale(packages, path, manifest) {
  const locked = packages[path.replace(/\/?package\.json$/, '')];
  if (locked === undefined) return [];
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    .filter((kind) => !same(manifest[kind], locked[kind]))
    .map((kind) => `package-lock.json does not know the ${kind} of ${path}; run npm install.`);
}

/** The root package.json names the versions of Node. All other files must name the same versions. */
function nodes(root, manifests) {
  const required = JSON.parse(read(root, 'package.json')).engines?.node;
  const others = manifests.filter((path) => {
    const said = JSON.parse(read(root, path)).engines?.node;
    return said !== undefined && said !== required;
  });
  const readme = existsSync(join(root, 'README.md'))
    ? /Node ([\d., ]+ or later)/.exec(read(root, 'README.md'))?.[1]
    : undefined;
  return [
    ...others.map((path) => `${path} asks for another Node than package.json, which says ${required}.`),
    ...(readme === undefined || readme === nodesOf(required)
      ? []
      : [`README.md asks for Node ${readme}, and package.json for ${nodesOf(required)}.`]),
  ];
}

const inModules = (path) => path.includes('node_modules/');
const same = (one = {}, other = {}) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
