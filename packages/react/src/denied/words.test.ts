import type { AccessRequest } from '@licet/client';
import { reasons } from '@licet/contract/reasons';
import { expect, test } from 'vitest';
import { failures, words as german } from './words.de.ts';
import { words as english } from './words.en.ts';

// The same text as `erasedName` in the contract. This package does not ship the contract.
const erasedName = 'a person who was erased';
const at = '2026-06-30T12:00:00.000Z';
const decidedBy = (name: string) =>
  ({ decision: { by: { id: 'u', name }, at, note: '', ends: null } }) as unknown as AccessRequest;

test('names an erased approver in the reader’s language', () => {
  const now = Date.parse(at);
  expect(english.approved(decidedBy(erasedName), now)).toBe('A person who was erased approved it');
  expect(german.approved(decidedBy(erasedName), now)).toBe('Person (unkenntlich gemacht) hat ihn genehmigt');
  expect(german.refused(decidedBy(erasedName), now)).toMatch(/^Person \(unkenntlich gemacht\) hat Ihren Antrag/);
  expect(german.who(erasedName)).toBe('Person (unkenntlich gemacht)');
  expect(german.approved(decidedBy('Chiara Benedetti'), now)).toBe('Chiara Benedetti hat ihn genehmigt');
});

const refusal = (reason: string | undefined, values: object = {}, code = 'wrong_state') =>
  Object.assign(new Error('The server’s sentence.'), { code, reason, values });

test('explains in German why a request failed, from the reason and its values', () => {
  const said = (error: unknown) => german.failed(error, german.notSent);
  expect(said(refusal('requests_hourly', { most: 1200 }))).toContain('1.200 Anträge');
  expect(said(refusal('held_by_you', { kind: 'role', name: 'clerk', application: 'Ledger' }))).toBe(
    'Sie haben die Rolle clerk in Ledger schon.',
  );
  expect(said(refusal(undefined, {}, 'unreachable'))).toMatch(/^Licet antwortet nicht/);
  expect(said(refusal('constructor'))).toBe(`${german.notSent} (The server’s sentence.)`);
  expect(said('no error')).toBe(german.notSent);
  expect(english.failed(refusal('requests_hourly', { most: 1200 }), english.notSent)).toBe('The server’s sentence.');
});

test('translates only reasons of the contract, and prints all their values', () => {
  const known = Object.assign({}, ...Object.values(reasons)) as Record<string, { values: Record<string, unknown> }>;
  for (const [name, write] of Object.entries(failures)) {
    const kinds = Object.entries(known[name]?.values ?? expect.fail(`${name} is no reason.`));
    const spoken = kinds.map(([value, kind]) => [value, kind === 'count' ? 31 : `the ${value}`] as const);
    // Check every member of a closed set, because each language translates each member.
    const closed = kinds.flatMap(([value, kind]) => (Array.isArray(kind) ? kind.map((word) => [value, word]) : []));
    for (const word of closed.length > 0 ? closed : [[]]) {
      const said = write(Object.fromEntries([...spoken, ...(word.length > 0 ? [word] : [])]));
      expect(said, name).not.toContain('undefined');
      for (const [value, text] of spoken) if (value !== word[0]) expect(said, name).toContain(String(text));
    }
  }
});
