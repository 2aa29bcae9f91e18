// Makes a release in .packages/release/. A release contains all installable packages, the recipes of deploy/, the bill of materials, the
// licences and a README. It also contains the checksums of all files, signed with your key.
// Usage: node scripts/release.mjs [--key FILE]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureConsole, ensureDocs, ensureInstalled, pinnedNode, root } from './install.mjs';
import { fonts, packagesOf, strangeLicences } from './licences.mjs';
import { build, filesIn, PackageError, pack, published, stage } from './packages.build.mjs';
import {
  fingerprintOf,
  publicKeyFile,
  publicKeyOf,
  readReleaseKey,
  releaseReadme,
  signSums,
} from './release-signing.mjs';

const release = join(stage, 'release');

try {
  const { key: keyFile } = options();
  const key = keyFile === undefined ? undefined : readReleaseKey(keyFile);
  await ensureInstalled();
  // This module imports esbuild, which a fresh clone has only after the installation.
  const { buildLicet, packLicet } = await import('./licet-package.build.mjs');
  const strange = strangeLicences(shipped());
  if (strange.length > 0) throw new PackageError(strange.join('\n'));
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  const node = pinnedNode();
  ensureConsole(node);
  ensureDocs(node);
  await buildLicet();
  packLicet(release);
  for (const name of published) {
    build(name, node);
    const tarball = pack(name);
    cpSync(tarball, join(release, basename(tarball)));
  }
  cpSync(join(root, 'deploy'), join(release, 'deploy'), { recursive: true });
  writeFileSync(join(release, 'licet.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  writeFileSync(join(release, 'licences.md'), licences());
  writeFileSync(join(release, 'README.md'), releaseReadme({ version: versionOf(release), key }));
  if (key) writeFileSync(join(release, publicKeyFile), publicKeyOf(key));
  const sums = filesIn(release)
    .sort()
    .map((file) => `${digestOf(join(release, file))}  ${file}\n`);
  writeFileSync(join(release, 'SHA256SUMS'), sums.join(''));
  if (key) signSums(release, key);
  console.log(`${sums.length} files and their checksums in ${release}`);
  console.log(key ? `Signed with the key ${fingerprintOf(key)}.` : 'Not signed: --key FILE signs it.');
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function options() {
  const usage = 'node scripts/release.mjs [--key FILE]: FILE is a private Ed25519 key in PEM that signs the checksums.';
  try {
    const { values } = parseArgs({ options: { key: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return values;
  } catch (error) {
    throw new PackageError(`${error.message.split('. ')[0]}. Usage: ${usage}`);
  }
  console.log(usage);
  process.exit();
}

/** Returns all external packages that run in an installation, or that are built into the pages that it serves. */
function shipped() {
  return packagesOf(
    [
      'packages/cli',
      'packages/server',
      'packages/contract',
      'packages/evidence',
      'packages/api',
      'packages/console',
      'packages/docs',
    ],
    fonts,
  );
}

/**
 * Returns npm's bill of materials of the installation. Adds the packages that the console is built with, because npm cannot detect them.
 */
function billOfMaterials() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'];
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: release, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new PackageError(`npm could not write the bill of materials:\n${stderr}`);
  const bill = JSON.parse(stdout);
  const known = new Set(bill.components.map(({ purl }) => purl));
  const builtIn = packagesOf(['packages/console', 'packages/docs'], fonts)
    .map(({ name, version, licence }) => ({
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      properties: [{ name: 'licet:built-into', value: 'pages' }],
      licenses: [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    }))
    .filter(({ purl }) => !known.has(purl));
  return { ...bill, components: [...bill.components, ...builtIn] };
}

function licences() {
  const rows = shipped().map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return [
    '# What others wrote in Licet, and under which licences',
    '',
    'Licet is under the Apache licence 2.0. Optional packages for other platforms are listed too.',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Returns the version from the name of licet's tarball. */
function versionOf(folder) {
  const [, version] = /^licet-(\d[^/\n]*)\.tgz$/m.exec(filesIn(folder).join('\n')) ?? [];
  if (version === undefined) throw new PackageError('The package of licet is not in the release.');
  return version;
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
