import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const [owner, user, group] = [64_711, 64_712, 65_000];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-data-'));
  chownSync(folder, owner, group);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Checks the folder as another user, in the group of the folder. Returns the reason of a refusal. */
function refusal(): string | undefined {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { requireOwnData } = await import(${JSON.stringify(new URL('data-owner.ts', import.meta.url).href)});
      process.setgroups([${group}]);
      process.setgid(${group});
      process.setuid(${user});
      let said = null;
      try { requireOwnData(${JSON.stringify(folder)}); } catch ({ name, message }) { said = name + ' ' + message; }
      console.log(JSON.stringify({ said }));`,
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout).said ?? undefined;
}

describe.skipIf(process.getuid?.() !== 0)('the data directory of another ordinary user', () => {
  test('is accepted if its group may write to it', () => {
    chmodSync(folder, 0o2770);
    expect(refusal()).toBeUndefined();
  });

  test('is refused if its group may only read it', () => {
    chmodSync(folder, 0o2750);
    expect(refusal()).toContain(`${folder} belongs to the user ${owner}, and this command runs as the user ${user}.`);
  });

  test('is refused if its operator folder belongs to root, with a command that repairs the whole directory', () => {
    chmodSync(folder, 0o2770);
    mkdirSync(join(folder, 'operator'));
    expect(refusal()).toContain(`Run “chown -R ${user} ${folder}/” as root, then start again.`);
  });

  test('is refused if its operator folder belongs to that user', () => {
    chmodSync(folder, 0o2770);
    mkdirSync(join(folder, 'operator'));
    chownSync(join(folder, 'operator'), owner, group);
    expect(refusal()).toContain(`${join(folder, 'operator')} belongs to the user ${owner}`);
  });
});
