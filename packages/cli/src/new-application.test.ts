import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { askName } from './new-application.ts';

test.each([
  ['Ledger of Aurelia\n', 'Ledger of Aurelia'],
  ['\n', 'ledger'],
])('asks on a terminal for the name of a new application: %j gives %s', async (typed, name) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = askName('ledger', { input, output });
  input.end(typed);
  expect(await answer).toBe(name);
  output.end();
  expect(await text(output)).toContain('The application “ledger” is new. What is its name?');
});
