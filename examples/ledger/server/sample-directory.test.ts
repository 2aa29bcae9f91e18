import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'licet-sample-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

// Call `beginAnew` in a separate process, because the lock is held until the process exits.
const module = pathToFileURL(join(import.meta.dirname, '../sample/directory.ts')).href;
const start = (where = directory) => {
  const code = `import(${JSON.stringify(module)}).then((it) => it.beginAnew(${JSON.stringify(where)})).catch((error) => { console.log(error.message); })`;
  return execFileSync(process.execPath, ['--no-warnings', '-e', code], { encoding: 'utf8' });
};
const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
const names = () => readdirSync(directory).sort();
const kept = 'holds other files than a sample';

test('the sample marks a missing or empty directory as its own, and empties it at each start', () => {
  const fresh = join(directory, 'a', 'b');
  expect([start(fresh), readdirSync(fresh).sort()]).toEqual(['', ['sample', 'sample.lock']]);
  rmSync(join(directory, 'a'), { recursive: true });
  expect(start()).toBe('');
  const mark = readFileSync(join(directory, 'sample'), 'utf8');
  mkdirSync(join(directory, 'database'));
  write('log', 'old');
  expect([start(), names()]).toEqual(['', ['sample', 'sample.lock']]);
  expect(readFileSync(join(directory, 'sample'), 'utf8')).toBe(mark);
});

test.each([
  '',
  'my own notes\n',
  'Made by “npm start -- --sample”, which empties this directory at each start.\nNot quite.',
])('the sample leaves a directory unchanged if its file “sample” has other content: %j', (text) => {
  write('sample', text);
  write('thesis', 'two years');
  expect(start()).toContain(kept);
  expect([names(), readFileSync(join(directory, 'sample'), 'utf8')]).toEqual([['sample', 'thesis'], text]);
});

test('the sample leaves a directory unchanged if its marker file is missing, a link or a directory', () => {
  const other = join(directory, 'other');
  start(other);
  symlinkSync(join(other, 'sample'), join(directory, 'sample'));
  expect([start().includes(kept), names()]).toEqual([true, ['other', 'sample']]);
  rmSync(join(directory, 'sample'));
  mkdirSync(join(directory, 'sample'));
  expect([start().includes(kept), names()]).toEqual([true, ['other', 'sample']]);
  rmSync(join(directory, 'sample'), { recursive: true });
  expect([start().includes(kept), names()]).toEqual([true, ['other']]);
});

test('the sample does not follow a lock file that is a symbolic link', () => {
  const elsewhere = join(directory, 'elsewhere');
  const own = join(directory, 'own');
  mkdirSync(own);
  symlinkSync(elsewhere, join(own, 'sample.lock'));
  expect(start(own)).toContain('is not a file of the sample');
  expect(names()).toEqual(['own']);
});
