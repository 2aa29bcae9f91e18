import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

// npm has an empty cache and no network, so the installation fails immediately and with a readable message.
test.each(['release.mjs', 'packages.mjs pack', 'licet-package.mjs pack', 'docs.mjs'])(
  'in a clone without packages, scripts/%s begins with their installation',
  (command) => {
    const clone = mkdtempSync(join(tmpdir(), 'licet-clone-'));
    try {
      mkdirSync(join(clone, 'scripts'));
      for (const name of readdirSync(join(root, 'scripts')).filter((it) => it.endsWith('.mjs')))
        cpSync(join(root, 'scripts', name), join(clone, 'scripts', name));
      for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(clone, name));
      const [script = '', ...words] = command.split(' ');
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', script), ...words], {
        cwd: clone,
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          HOME: clone,
          npm_config_offline: 'true',
          npm_config_cache: join(clone, 'cache'),
        },
      });
      expect(status).toBe(1);
      // On a busy machine, further lines say how long the installation has taken.
      expect(stdout).toMatch(/^Installing packages …\n/);
      expect(stderr).toMatch(/The packages could not be installed, for the reason above\. .*\n$/);
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  },
);
