import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { shellCommand, shellWord } from './shell-word.ts';

const odd = [
  'a b',
  '$(id)',
  '`id`',
  "'; id; '",
  '!!',
  '~root',
  '{a,b}',
  '*',
  'a\\',
  '#x',
  '<(id)',
  'naïve',
  '-x',
  '\u00a0',
  '',
  '=id',
  '--help',
  '--',
  '-',
];

test.each(odd)('quotes %j as one unchanged word for a shell', (text) => {
  expect(execFileSync('sh', ['-c', `printf '%s|' ${shellWord(text)}`]).toString()).toBe(`${text}|`);
});

test('quotes a word that begins with “=”, which zsh expands', () => {
  expect(shellWord('=id')).toBe("'=id'");
  expect(shellWord('a=b')).toBe('a=b');
});

test.each(odd)('writes the value %j so that no command reads it as a flag', (text) => {
  const line = shellCommand('licet', [text, 'perm'], { application: text, at: undefined, json: true });
  const read = execFileSync('sh', ['-c', line.replace(/^licet/, `printf '%s\\n'`)]).toString();
  const args = read.split('\n').slice(0, -1);
  const { values, positionals } = parseArgs({
    args,
    options: { application: { type: 'string' }, at: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  expect(positionals).toEqual([text, 'perm']);
  expect({ ...values }).toEqual({ application: text, json: true });
});
