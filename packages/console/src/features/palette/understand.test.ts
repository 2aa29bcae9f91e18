import type { Found } from '@licet/contract';
import { expect, it } from 'vitest';
import { optionOf } from '../../blocks/find.ts';
import { readSentence } from './sentence.ts';
import { understand } from './understand.ts';

const entry = (kind: Found['kind'], name: string, detail = '', application: string | null = null): Found => ({
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

/** Finds entries as the server does: every word is the beginning of a word of the name or of the detail. */
const find = (kinds: readonly Found['kind'][], q: string) => findIn(entries, kinds, q);

const findIn = async (all: readonly Found[], kinds: readonly Found['kind'][], q: string) =>
  all
    .filter(({ kind, name, detail }) => {
      const own = `${name} ${detail}`.toLowerCase().split(/[ .]/);
      return (
        kinds.includes(kind) &&
        q
          .toLowerCase()
          .split(/[ .]/)
          .every((word) => own.some((one) => one.startsWith(word)))
      );
    })
    .map(optionOf);

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

it('understands the application after “in”, or as a word of its own', async () => {
  expect(await understood('grant maya refund in ward')).toEqual(['Maya Lindqvist', 'beds.refund', 'ward']);
  expect(await understood('grant maya refund ward')).toEqual(['Maya Lindqvist', 'beds.refund', 'ward']);
  expect(await understood('grant maya refund in nowhere')).toBeUndefined();
});

it('understands whole names with dots, and says when two fit equally well', async () => {
  expect(await understood('grant maya invoices.refund')).toEqual(['Maya Lindqvist', 'invoices.refund', 'ledger']);
  const tied = async (text: string) => (await understand(readSentence(text, new Date()), find, self))?.tied;
  expect(await tied('grant maya approver')).toEqual({ holders: true, gives: false });
  expect(await tied('grant maya lindqvist approver')).toEqual({ holders: false, gives: false });
});

it('never lets a name that a user chose decide against another user with the same words', async () => {
  const victim = entry('user', 'Maya Sofia Lindqvist', 'maya.lindqvist@example.com');
  const role = entry('role', 'clerk', '', 'ledger');
  // The server also finds the victim by her username, which the entry does not show.
  const found = (impostor: string) => async (kinds: readonly Found['kind'][], q: string) =>
    kinds.includes('user') && q.toLowerCase() === 'mlindqvist'
      ? [entry('user', impostor, 'zed@gmail.example'), victim].map(optionOf)
      : findIn([victim, entry('user', impostor, 'zed@gmail.example'), role], kinds, q);
  for (const [impostor, typed] of [
    ['maya.lindqvist@example.com', 'maya.lindqvist@example.com'],
    ['mlindqvist', 'mlindqvist'],
    ['Maya Lindqvist', 'maya lindqvist'],
    ['Maya', 'maya'],
  ] as const) {
    const sentence = readSentence(`grant ${typed} clerk 2h`, new Date());
    expect((await understand(sentence, found(impostor), self))?.tied.holders, typed).toBe(true);
  }
});

it('sees a tie if another split of the words means another holder', async () => {
  const all = [
    entry('user', 'Maya Sofia Lindqvist', 'maya.lindqvist@example.com'),
    entry('user', 'maya.lindqvist@example.com invoice', 'zed@gmail.example'),
    entry('role', 'payer', 'Invoice payer', 'ledger'),
  ];
  const sentence = readSentence('grant maya.lindqvist@example.com invoice payer 2h', new Date());
  expect((await understand(sentence, (kinds, q) => findIn(all, kinds, q), self))?.tied.holders).toBe(true);
});

it('sees two that fit equally well in an application, whatever another application has', async () => {
  const ties = async (all: readonly Found[]) => {
    const sentence = readSentence('grant ada refund in ledger', new Date());
    return (await understand(sentence, (kinds, q) => findIn(all, kinds, q), self))?.tied.gives;
  };
  const two = [...entries, entry('permission', 'orders.refund', '', 'ledger')].filter(
    ({ name }) => name !== 'invoices.refund.large',
  );
  expect(await ties(two)).toBe(true);
  expect(await ties([...two, entry('permission', 'refund', '', 'ward')])).toBe(true);
});

it('takes the viewer for “I” and “me”', async () => {
  expect(await understood('may I refund')).toEqual(['Ingrid Solberg', 'invoices.refund', 'ledger']);
  expect(await understood('darf ich refund')).toEqual(['Ingrid Solberg', 'invoices.refund', 'ledger']);
});

it('understands who may', async () => {
  expect(await understood('who may refund beds')).toEqual([undefined, 'beds.refund', 'ward']);
});

it('understands nothing in names, in one word and in a long text', async () => {
  for (const text of ['maya lindqvist', 'maya', 'refund', 'maya xyz', 'one two three four five six seven', ''])
    expect(await understood(text), text).toBeUndefined();
});
