// Makes a lock file for a folder with only licet installed. The lock file contains exactly the packages that the tests
// ran with. So `npm ci` installs these versions everywhere, and no later ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** @returns the lock file for the folder's package.json, licet's published package.json, and the digest of its tarball */
export function installationLock(folder, licet, integrity) {
  const { packages } = workspaceLock();
  const { name: _, description: __, files: ___, type: ____, ...entry } = licet;
  const resolved = folder.dependencies.licet;
  const theirs = [...reachable(packages, Object.keys(licet.dependencies))].sort();
  return {
    name: folder.name,
    version: folder.version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: folder.name, version: folder.version, dependencies: folder.dependencies },
      'node_modules/licet': { ...entry, resolved, integrity },
      ...Object.fromEntries(theirs.map((path) => [path, installed(packages[path])])),
    },
  };
}

export const workspaceLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Returns the paths of the given root packages and of all their dependencies. */
export function reachable(packages, names) {
  const found = new Set();
  const visit = (name, from, needed) => {
    const path = pathOf(packages, name, from);
    if (path === undefined) {
      if (needed)
        throw new Error(`package-lock.json lacks ${name}, which ${from || 'the root'} needs. Run npm install.`);
      return;
    }
    if (found.has(path)) return;
    found.add(path);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path];
    for (const it of Object.keys(dependencies)) visit(it, path, !(it in optionalDependencies));
    for (const it of Object.keys(optionalDependencies)) visit(it, path, false);
    for (const it of Object.keys(peerDependencies)) if (!peerDependenciesMeta[it]?.optional) visit(it, path, true);
  };
  for (const name of names) visit(name, '', true);
  return found;
}

/** Returns the path at which Node finds a package that a file at `from` imports. */
function pathOf(packages, name, from) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (place === '') return undefined;
  }
}

/**
 * Returns the entry of an installed package. A `devOptional` package becomes optional, because it may be for another
 * platform or purpose.
 */
function installed({ dev: _, devOptional, ...entry }) {
  return devOptional ? { ...entry, optional: true } : entry;
}
