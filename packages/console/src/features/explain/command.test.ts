import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { canCommand } from './command.ts';

test('a plain question is a plain command', () => {
  expect(canCommand('maya.lindqvist', 's3:GetObject', 'ledger')).toBe(
    'licet can maya.lindqvist s3:GetObject --application ledger',
  );
});

test('whatever a permission is called, a shell reads it as one word and runs nothing', () => {
  for (const name of ["it's", '$(id)', 'a b', '`id`', 'a;b', '"x"', '$HOME', '\\']) {
    const command = canCommand('maya', name, 'ledger').replace(/^licet/, `printf '%s\\n'`);
    expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n')[2]).toBe(name);
  }
});
