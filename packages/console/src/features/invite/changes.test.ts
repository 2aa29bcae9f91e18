import type { Plan } from '@licet/contract';
import { expect, it } from 'vitest';
import { changesEach, changesFor, takenIn, withUsernames } from './changes.ts';
import { readAddresses } from './read-addresses.ts';

const given = { groups: ['g'], roles: [{ application: 'ledger', id: 'r' }], ends: null, reason: '' };
const peopleIn = (text: string, taken: readonly string[] = []) =>
  withUsernames(readAddresses(text).people, (address) => `id of ${address}`, new Set(taken));

it('chooses a username for each person that no other person and no user has', () => {
  const people = peopleIn('lea@a.example\nlea@b.example\njörg.müller@a.example', ['lea']);
  expect(people.map(({ username }) => username)).toEqual(['lea2', 'lea3', 'joerg.mueller']);
});

it('creates each person, then adds them to the groups and grants the roles', () => {
  const people = peopleIn('lea@a.example\nnoor@a.example');
  const changes = changesFor(people, given);
  expect(changes.map(({ call }) => call)).toEqual([
    'users.create',
    'groups.addMember',
    'grants.create',
    'users.create',
    'groups.addMember',
    'grants.create',
  ]);
  expect(changes).toHaveLength(people.length * changesEach(given));
  expect(changes[1]).toMatchObject({ params: { group: 'g', member: 'id of lea@a.example' } });
});

it('finds the addresses and usernames of existing users in the refusals of a plan', () => {
  const people = peopleIn('lea@a.example\nnoor@a.example\nravi@a.example');
  const refusal = (reason: string) => ({ refused: { code: 'name_taken', reason }, record: null });
  const fine = { refused: null, record: null };
  const steps = [refusal('user_email_taken'), fine, refusal('username_taken'), fine, fine, fine];
  expect(takenIn(people, 2, steps as unknown as Plan['steps'])).toEqual({
    addresses: ['lea@a.example'],
    usernames: ['noor'],
  });
});
