import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { canCommand } from './command.ts';

test('a plain question is a plain command', () => {
  expect(canCommand('maya.lindqvist', 's3:GetObject', 'ledger')).toBe(
    'licet can maya.lindqvist s3:GetObject --application ledger',
  );
});

test('a question about another instant asks about that instant', () => {
  expect(canCommand('maya', 'invoices.refund', 'ledger', '2026-11-23T23:45:18.428Z')).toBe(
    'licet can maya invoices.refund --application ledger --at 2026-11-23T23:45:18.428Z',
  );
});

test('no name is taken for a flag', () => {
  expect(canCommand('-maya', '=refund', 'ledger')).toBe("licet can --application ledger -- -maya '=refund'");
});

test('whatever a permission is called, a shell reads it as one word and runs nothing', () => {
  for (const name of ["it's", '$(id)', 'a b', '`id`', 'a;b', '"x"', '$HOME', '\\']) {
    const command = canCommand('maya', name, 'ledger').replace(/^licet/, `printf '%s\\n'`);
    expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n')[2]).toBe(name);
  }
});
