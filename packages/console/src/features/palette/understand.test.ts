import type { Found } from '@licet/contract';
import { expect, it } from 'vitest';
import { optionOf } from '../../blocks/find.ts';
import { readSentence } from './sentence.ts';
import { understand } from './understand.ts';

type Entry = Omit<Found, 'exact'> & { readonly username?: string };

const entry = (kind: Found['kind'], name: string, detail = '', application: string | null = null): Entry => ({
  kind,
  id: kind === 'application' ? name.toLowerCase() : `${application ?? ''} ${name}`,
  name,
  detail,
  application,
});

const entries = [
  entry('user', 'Maya Lindqvist', 'maya'),
  entry('user', 'Maya Johansson', 'majo'),
  entry('user', 'Ada Refund', 'ada'),
  entry('group', 'Night desk'),
  entry('application', 'Ledger'),
  entry('application', 'Ward'),
  entry('permission', 'invoices.refund', 'Refund invoices', 'ledger'),
  entry('permission', 'invoices.refund.large', 'Refund large invoices', 'ledger'),
  entry('permission', 'beds.refund', 'Refund beds', 'ward'),
  entry('role', 'approver', 'Approves and refunds', 'ledger'),
];

const find = (kinds: readonly Found['kind'][], q: string) => findIn(entries, kinds, q);

/** Finds entries as the server does: every word is in the name, the detail or the username. */
const findIn = async (all: readonly Entry[], kinds: readonly Found['kind'][], q: string) =>
  all
    .filter(
      ({ kind, name, detail, username }) =>
        kinds.includes(kind) &&
        q.split(' ').every((word) => `${name} ${detail} ${username}`.toLowerCase().includes(word.toLowerCase())),
    )
    .map((found) => optionOf({ ...found, exact: found.kind === 'user' && [found.detail, found.username].includes(q) }));

const self = optionOf(entry('user', 'Ingrid Solberg', 'ingrid'));

async function understood(text: string) {
  const found = await understand(readSentence(text, new Date(2026, 10, 19)), find, self);
  return found && [found.holders[0]?.label, found.gives[0]?.label, found.gives[0]?.application];
}

it('understands a holder and a permission in any order', async () => {
  for (const text of [
    'maya refund',
    'refund maya',
    'may maya refund',
    'grant refund to maya',
    'maya lind refund invoices',
  ])
    expect(await understood(text), text).toEqual(['Maya Lindqvist', 'invoices.refund', 'ledger']);
});

it('understands groups and roles in a grant, and only users and permissions in a question', async () => {
  expect(await understood('grant night desk approver')).toEqual(['Night desk', 'approver', 'ledger']);
  expect(await understood('may night desk refund')).toBeUndefined();
  expect(await understood('may maya approver')).toBeUndefined();
});

it('understands the application after “in”, or as a separate word', async () => {
  expect(await understood('grant maya refund in ward')).toEqual(['Maya Lindqvist', 'beds.refund', 'ward']);
  expect(await understood('grant maya refund ward')).toEqual(['Maya Lindqvist', 'beds.refund', 'ward']);
  expect(await understood('grant maya refund in nowhere')).toBeUndefined();
});

it('understands whole names with dots, and reports when two holders fit equally well', async () => {
  expect(await understood('grant maya invoices.refund')).toEqual(['Maya Lindqvist', 'invoices.refund', 'ledger']);
  const tied = async (text: string) => (await understand(readSentence(text, new Date()), find, self))?.tied;
  expect(await tied('grant maya approver')).toEqual({ holders: true, gives: false });
  expect(await tied('grant maya lindqvist approver')).toEqual({ holders: false, gives: false });
});

/**
 * Returns the holders that a sentence names. The entries are Maya, a second user with the given name, a program, and a
 * role whose title has two words.
 */
async function meantIf(name: string, text: string) {
  const all = [
    { ...entry('user', 'Maya Sofia Lindqvist', 'maya.lindqvist@example.com'), username: 'mlindqvist' },
    entry('user', name, 'zed@gmail.example'),
    entry('user', 'Tamsin Oru', 'tamsin@example.com'),
    entry('client', 'Nightly Export', 'Ledger', 'ledger'),
    entry('role', 'payer', 'Invoice payer', 'ledger'),
  ];
  const found = await understand(readSentence(text, new Date()), (kinds, q) => findIn(all, kinds, q), self);
  return found && { holders: found.holders.map(({ label }) => label), tied: found.tied.holders };
}

it.each([
  ['maya.lindqvist@example.com', 'grant maya.lindqvist@example.com payer 2h'],
  ['mlindqvist', 'grant mlindqvist payer 2h'],
  ['Maya Lindqvist', 'grant maya lindqvist payer 2h'],
  ['Maya', 'grant maya payer 2h'],
  ['maya.lindqvist@example.com invoice', 'grant maya.lindqvist@example.com invoice payer 2h'],
  ['maya.lindqvist@example.com as', 'grant maya.lindqvist@example.com as payer 2h'],
  ['user maya.lindqvist@example.com', 'grant user maya.lindqvist@example.com payer 2h'],
  ['maya.lindqvist@example.com das Recht', 'gib maya.lindqvist@example.com das Recht payer 2h'],
  ['mlindqvist as', 'grant mlindqvist as payer 2h'],
  ['Sofia Lindqvist as', 'grant sofia lindqvist as payer 2h'],
  ['maya.lindqvist@example.com', 'maya.lindqvist@example.com payer'],
])('lists both users if one of them chose the name “%s”, for “%s”', async (name, text) => {
  const meant = await meantIf(name, text);
  expect(meant?.tied).toBe(true);
  expect(meant?.holders.toSorted()).toEqual(['Maya Sofia Lindqvist', name].toSorted());
});

it('puts the user with the typed address or username before users who chose that text as their name', async () => {
  for (const typed of ['maya.lindqvist@example.com', 'mlindqvist', 'mlindqvist as'])
    expect((await meantIf(typed, `grant ${typed} payer 2h`))?.holders[0], typed).toBe('Maya Sofia Lindqvist');
});

it('reports a tie if a user and a program have the same name, and never suggests a program', async () => {
  const expected = { holders: ['Nightly Export'], tied: true };
  expect(await meantIf('Nightly Export', 'grant nightly export payer 2h')).toEqual(expected);
  expect(await meantIf('Zed', 'grant nightly export payer 2h')).toBeUndefined();
});

it('does not choose a group whose name is an address that no account has', async () => {
  const all = [...entries, entry('group', 'new.joiner@example.com')];
  const text = 'grant new.joiner@example.com refund 2h';
  const found = await understand(readSentence(text, new Date()), (kinds, q) => findIn(all, kinds, q), self);
  expect(found?.tied.holders).toBe(true);
});

it('chooses the only user whom the words name, even if the typed text is part of another user’s name', async () => {
  expect(await meantIf('Ams Ide', 'grant ams payer 2h')).toEqual({ holders: ['Ams Ide'], tied: false });
  expect(await meantIf('Zed', 'grant mlindqvist payer 2h')).toEqual({ holders: ['Maya Sofia Lindqvist'], tied: false });
});

it.each([
  ['Maya Sofia Lindqvist', 'grant maya refund 2h', 4],
  ['Maya Sofia Lindqvist', 'grant maya sofia lindqvist invoices refund 2h', 23],
  ['Maya Sofia Lindqvist', 'grant maya sofia lindqvist as please refund 2h', 25],
  ['Maya Sofia Lindqvist as please', 'grant maya sofia lindqvist as please refund 2h', 34],
])('with a user named “%s”, “%s” takes %i different searches', async (name, text, count) => {
  const searched = new Set<string>();
  const all = [...entries, entry('user', name, 'maya@example.com')];
  await understand(
    readSentence(text, new Date()),
    (kinds, q) => {
      searched.add(`${kinds} ${q}`);
      return findIn(all, kinds, q);
    },
    self,
  );
  expect(searched.size).toBe(count);
});

it('recognises two equally good matches in an application, regardless of other applications', async () => {
  const ties = async (all: readonly Entry[]) => {
    const sentence = readSentence('grant ada refund in ledger', new Date());
    return (await understand(sentence, (kinds, q) => findIn(all, kinds, q), self))?.tied.gives;
  };
  const two = [...entries, entry('permission', 'orders.refund', '', 'ledger')].filter(
    ({ name }) => name !== 'invoices.refund.large',
  );
  expect(await ties(two)).toBe(true);
  expect(await ties([...two, entry('permission', 'refund', '', 'ward')])).toBe(true);
});

it('reads “I” and “me” as the viewer', async () => {
  expect(await understood('may I refund')).toEqual(['Ingrid Solberg', 'invoices.refund', 'ledger']);
  expect(await understood('darf ich refund')).toEqual(['Ingrid Solberg', 'invoices.refund', 'ledger']);
});

it('understands questions with “who may”', async () => {
  expect(await understood('who may refund beds')).toEqual([undefined, 'beds.refund', 'ward']);
});

it('finds neither a grant nor a question in names, in one word and in a long text', async () => {
  for (const text of ['maya lindqvist', 'maya', 'refund', 'maya xyz', 'one two three four five six seven', ''])
    expect(await understood(text), text).toBeUndefined();
});
