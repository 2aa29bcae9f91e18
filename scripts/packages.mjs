// Builds the published packages.
// Usage: node scripts/packages.mjs build|pack|check [name …]
//   build: into .packages/<name>/; pack: and a tarball of each; check: and everything that users of the tarballs would run into.
import { ensureInstalled, pinnedNode } from './install.mjs';
import { build, buildable, PackageError, pack, published } from './packages.build.mjs';
import { checkPackages } from './packages.check.mjs';

const [command, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => !published.includes(name));
if (!['build', 'pack', 'check'].includes(command) || unknown.length > 0) {
  console.error(`Usage: node scripts/packages.mjs build|pack|check [${published.join('|')} …]`);
  process.exit(2);
}

await ensureInstalled();
const node = pinnedNode();
const chosen = published.filter((name) => names.length === 0 || names.includes(name));
try {
  const available = buildable();
  const absent = chosen.filter((name) => !available.includes(name));
  if (absent.length > 0) throw new PackageError(`An entry of ${absent.join(', ')} has no source yet.`);
  for (const name of chosen) {
    console.log(`built  ${build(name, node)}`);
    if (command !== 'build') console.log(`packed ${pack(name)}`);
  }
  if (command === 'check') process.exitCode = await checkPackages(chosen, node);
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
