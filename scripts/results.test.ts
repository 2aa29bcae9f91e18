import { expect, test } from 'vitest';
import { unsteadyIn } from './results.ts';

test('a browser test that passed on its second try is reported with its first failure', () => {
  const error = {
    message: '\u001b[31mError\u001b[39m: not visible\nTimeout: 20000ms',
    location: { file: 'e2e/a.spec.ts', line: 7 },
  };
  const tests = [{ status: 'flaky', results: [{ status: 'failed', error }, { status: 'passed' }] }];
  const steady = [{ status: 'expected', results: [{ status: 'passed' }] }];
  const specs = [
    { title: 'opens', tests },
    { title: 'closes', tests: steady },
  ];
  expect(unsteadyIn({ title: 'a.spec.ts', suites: [{ title: 'doors', specs }] })).toEqual([
    'a.spec.ts › doors › opens\n         Error: not visible\n         Timeout: 20000ms\n         (e2e/a.spec.ts:7)',
  ]);
});
