import { type AccessRequest, erasedName, newUser } from '@licet/contract';
import { expect, it } from 'vitest';
import { doer, givenName, spoken, spokenRequest, spokenTarget } from './spoken.ts';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

it('of a person who was erased the language of the page speaks, wherever they stand', () => {
  const { erased } = words;
  words.erased = german.erased;
  try {
    expect(spoken(`approver to ${erasedName} (erased)`)).toBe('approver to Person (unkenntlich gemacht)');
    expect(spoken(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(spoken('Maya Lindqvist (maya)')).toBe('Maya Lindqvist (maya)');
  } finally {
    words.erased = erased;
  }
});

it('users cannot take the name that erased people have in any language of the page', () => {
  for (const name of [words.erased, german.erased, `${german.erased} (erased)`])
    expect(newUser.shape.name.safeParse(name).success, name).toBe(false);
});

it('a request speaks of its asker and of who decided in the language of the page, and the operator is named in it', () => {
  const before = { ...words };
  Object.assign(words, german);
  try {
    const request = {
      user: { kind: 'user', id: 'u', name: erasedName, detail: 'erased' },
      reason: erasedName,
      place: '',
      decision: { by: { id: 'o', name: erasedName }, note: `ask ${erasedName}` },
    } as unknown as AccessRequest;
    const told = spokenRequest(request);
    expect(JSON.stringify(told)).not.toContain('erased');
    expect(told.decision?.by?.name).toBe('Person (unkenntlich gemacht)');
    expect(doer('operator')).toBe('Betreiber');
    expect(doer(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(doer('Maya')).toBe('Maya');
  } finally {
    Object.assign(words, before);
  }
});

it.each([
  ['grant', 'auditor to Maya Lindqvist', 'auditor an Maya Lindqvist'],
  ['grant', 'key to the till to Counter (group)', 'key to the till an Counter (Gruppe)'],
  ['grant', 'reader to Nightly job (program of jobs)', 'reader an Nightly job (Programm von jobs)'],
  ['member', 'Maya of Front desk', 'Maya in Front desk'],
  ['exception', 'Maya from Paying', 'Maya von Paying'],
  ['role', 'answers to clerk', 'answers to clerk'],
])('what is recorded of a %s as “%s” joins its names in the language of the page', (kind, recorded, told) => {
  expect(spokenTarget(kind, recorded)).toBe(recorded);
  const before = { ...words };
  Object.assign(words, german);
  try {
    expect(spokenTarget(kind, recorded)).toBe(told);
  } finally {
    Object.assign(words, before);
  }
});

it('of a grant what it gives is known from its record, so that a name which holds what joins them stays whole', () => {
  const recorded = 'reader to Keys to the till';
  const first = givenName({ to: 'Keys to the till (group)', gives: 'role reader' });
  expect([first, givenName({ ends: null }), givenName(null)]).toEqual(['reader', undefined, undefined]);
  const before = { ...words };
  Object.assign(words, german);
  try {
    expect(spokenTarget('grant', recorded, first)).toBe('reader an Keys to the till');
    expect(spokenTarget('grant', 'key to the till to Maya', 'key to the till')).toBe('key to the till an Maya');
  } finally {
    Object.assign(words, before);
  }
});
