import { readFileSync } from 'node:fs';
import { limits } from '@licet/contract';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/operations/growth.md', import.meta.url), 'utf8');

test.each([
  ['sign-in log', limits.signInsKept],
  ['usage that applications reported', limits.usageKept],
  ['mails that were sent', limits.mailsKept],
  ['keys of clients', limits.clientKeysKept],
  ['jobs that were given up', limits.jobsKept],
])('docs/operations/growth.md says how long %s is kept', (what, { value, unit }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what}`));
  expect(row).toMatch(new RegExp(`\\| ${value} ${unit} \\|$`));
});
