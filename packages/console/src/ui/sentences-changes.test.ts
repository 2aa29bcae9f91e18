import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { germanSentence } from './sentences.de.ts';

const server = new URL('../../../server/src/', import.meta.url);

it.each([
  ['store/kernel/turns.ts', 'A long change is being written, '],
  ['usecases/place.ts', 'This server is working on another import, '],
  ['usecases/place.ts', 'Another caller is next to run an import, '],
  ['usecases/plans/apply.ts', 'Other changes overtook this plan, '],
  ['usecases/plans/revert/index.ts', 'You may not make any of the changes that a revert makes. '],
  ['usecases/users/hand-over.ts', ' has these duties already. '],
  ['usecases/users/hand-over.ts', ' has none of these duties any more. '],
  ['usecases/users/data.ts', 'Only administrators of Licet may download a person’s data.'],
  ['usecases/users/data.ts', 'This user was erased. No data about them is left.'],
  ['usecases/users/erase.ts', 'This user was erased already. No data about them is left.'],
])('has a German text for the sentence of %s: %s', (file, part) => {
  expect(readFileSync(new URL(file, server), 'utf8')).toContain(part);
  const sentence = part.startsWith(' ') ? `Ada${part}` : part;
  expect(germanSentence(sentence)).not.toBe(sentence);
});

it('names both users and the roles of a hand-over in German', () => {
  const english =
    'Ben already approves requests for ledger/clerk alongside Ada, and nobody approves twice. Choose somebody else.';
  expect(germanSentence(english)).toMatch(/Ben .*ledger\/clerk.* Ada/);
});
