// The licences of the external packages that come with Licet, and the notices that they require.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { reachable, workspaceLock } from './installation-lock.mjs';

/** Licences that permit running, changing and redistributing with the notices. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // The licence of the fonts.
  'Unlicense',
  'PostgreSQL',
];

/** Packages that are not installed. Only some of their files are copied. */
export const fonts = [
  '@fontsource-variable/geist',
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
];

/** Packages without a licence in package.json, with the licence from their licence file. */
const saidInFile = { 'png-js': 'MIT' };

/** Returns name, version and licence of every run-time dependency of the workspaces, and of the packages in `more`. Sorts them by name. */
export function packagesOf(workspaces, more = []) {
  const { packages } = workspaceLock();
  const named = [...workspaces.flatMap((path) => Object.keys(packages[path].dependencies ?? {})), ...more];
  const paths = [...reachable(followed(packages), named)].filter((path) => !packages[path].link);
  return paths
    .map((path) => {
      const name = packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = packages[path].license ?? saidInFile[name] ?? 'unknown';
      return { path, name, version: packages[path].version, licence };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns one sentence for each package with an unknown licence. */
export function strangeLicences(found) {
  const fine = (licence) =>
    licence
      .replace(/[()]/g, '')
      .split(/ OR /)
      .some((one) => one.split(/ AND /).every((it) => accepted.includes(it)));
  return found
    .filter(({ licence }) => !fine(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} is under ${licence}: look at it, and name it in scripts/licences.mjs.`,
    );
}

/** Returns the full licence texts of all packages that are built into our files. */
export function noticesOf(workspaces) {
  const parts = packagesOf(workspaces, fonts).map(({ path, name, version, licence }) => {
    const folder = join(root, path);
    const file = existsSync(folder) ? readdirSync(folder).find((it) => /^licen[cs]e/i.test(it)) : undefined;
    const text = file === undefined ? `Under the licence ${licence}.` : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `The console is built with what follows, and evidence on paper is written in the fonts among it.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

/** Returns the packages of the lock file, with each link to one of our packages replaced by the package itself. */
function followed(packages) {
  return Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => [
      path,
      entry.link ? { ...packages[entry.resolved], link: true } : entry,
    ]),
  );
}
