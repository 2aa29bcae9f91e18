// Packs or checks the package that users install to run Licet.
// Usage: npx node scripts/licet-package.mjs pack|check
//   pack: writes to .packages/licet-release/, with the package.json and package-lock.json of an installation
//   check: also installs and uses the package as a user does
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsole, ensureDocs, ensureInstalled, pinnedNode } from './install.mjs';
import { PackageError, stage } from './packages.build.mjs';

const [command] = process.argv.slice(2);
if (!['pack', 'check'].includes(command)) {
  console.error('Usage: npx node scripts/licet-package.mjs pack|check');
  process.exit(2);
}
try {
  await ensureInstalled();
  // This module imports esbuild, which a fresh clone has only after the installation.
  const { buildLicet, packLicet } = await import('./licet-package.build.mjs');
  ensureConsole(pinnedNode());
  ensureDocs(pinnedNode());
  await buildLicet();
  const release = join(stage, 'licet-release');
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  console.log(`packed ${packLicet(release)}`);
  if (command === 'check') process.exitCode = await check(release);
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Prints a line for each check.
 * @returns the exit code
 */
async function check(release) {
  const { checkLicet } = await import('./licet-package.check.mjs');
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for await (const { what, problem, skipped } of checkLicet(release)) {
    sum[skipped ? 'skipped' : problem ? 'failed' : 'passed'] += 1;
    console.log(skipped ? `skipped ${what}: ${skipped}` : `${problem ? 'FAILED' : 'ok    '} ${what}`);
    if (problem) console.log(problem);
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}
