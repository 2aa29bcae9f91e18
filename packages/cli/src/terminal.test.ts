import { problemOf } from '@licet/contract';
import { expect, test } from 'vitest';
import { counted, fileFault, printable, problemText } from './terminal.ts';

test('replaces characters of a server’s text that move the cursor or change the text direction', () => {
  expect(printable('Ada\u001b[2J\u009b31m\r\u0007\u202ecod')).toBe('Ada\uFFFD[2J\uFFFD31m\uFFFD\uFFFD\uFFFDcod');
  expect(printable('a line\n\tand another, ä 漢字 👩‍👩‍👧')).toBe('a line\n\tand another, ä 漢字 👩‍👩‍👧');
});

test('replaces escape characters in a problem, too', () => {
  expect(problemText(problemOf('forbidden', 'No\u001b[1A\u001b[2K.'), true)).not.toContain('\u001b');
});

test('prints the error once, and the next step below it', () => {
  expect(problemText(problemOf('not_found', 'There is no application “ledger”, or you may not see it.'), true)).toBe(
    'There is no application “ledger”, or you may not see it. (not_found)\n',
  );
  const refused = problemText(problemOf('may_not_grant', 'Night job has access in ledger.'));
  expect(refused).toBe(
    'Night job has access in ledger.\nAsk an owner of the application, or an administrator of Licet.\n',
  );
  const errors = [{ line: 1, detail: 'There is no tab.' }];
  const faulty = problemText(problemOf('import_rejected', 'One line of the file is not valid.', { errors }));
  expect(faulty).toBe(
    'One line of the file is not valid.\nNothing was changed. Correct the errors above, then import again.\n',
  );
  expect(problemText(problemOf('provider_unreachable', 'Corp cannot be queried.'))).toBe(
    'Corp cannot be queried.\nTry again in a moment.\n',
  );
  expect(problemText(problemOf('provider_wrong', 'Corp cannot be queried.'))).toBe('Corp cannot be queried.\n');
  expect(problemText(problemOf('people_only', ''))).toMatch(/^Only a signed-in user can do this\.\n/);
});

test('uses the singular for a count of one', () => {
  expect([0, 1, 1101].map((count) => counted(count, 'permission'))).toEqual([
    '0 permissions',
    '1 permission',
    '1,101 permissions',
  ]);
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test('describes file errors in words', () => {
  const fault = (code: string) => fileFault('links.csv', Object.assign(new Error(code), { code })).message;
  expect(fault('EEXIST')).toBe(
    'The file links.csv already exists and is not overwritten. Choose another name, or move the file away.',
  );
  for (const code of ['ENOENT', 'EISDIR', 'EACCES']) expect(fault(code)).not.toContain(code);
  expect(fault('EIO')).toBe('The file links.csv cannot be used (EIO).');
});
