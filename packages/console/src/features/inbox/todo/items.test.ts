import type { AccessRequest, BreakGlassUse, Ending, Inbox, Review } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { keyIn, listIn, openedBy, readInbox } from '../address.ts';
import { leftText, waitedText } from './item-times.ts';
import { bandsOf, chipsOf, type InboxItem, itemsOf, nextOf, sumOf, totalsOf } from './items.ts';

const now = new Date(2026, 10, 21, 14, 32);
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString();

// The list reads only these parts of the items.
const request = (id: string, askedAt: string) => ({ id, askedAt }) as AccessRequest;
const ending = (id: string, ends: string) => ({ kind: 'grant', grant: { id, ends, gives: {} } }) as Ending;
const review = (id: string, openedAt: string) => ({ id, openedAt }) as Review;
const emergency = (id: string, at: string) => ({ id, at }) as BreakGlassUse;
const list = <Item>(...items: Item[]) => ({ items, total: items.length });

const inbox: Inbox = {
  requests: list(request('old', hours(-26)), request('new', hours(-1))),
  endings: list(ending('tonight', hours(3)), ending('tomorrow', hours(27)), ending('friday', hours(120))),
  reviews: list(review('year', hours(-240))),
  emergencies: list(emergency('night', hours(-12))),
  syncs: list({ connection: { id: 'entra', name: 'Entra ID' }, run: 'r', at: hours(-30), leaving: 214, linked: 900 }),
};
const draft = [{ id: 'line', title: 'Split the role clerk', changes: [] }];
const keysOf = (items: readonly InboxItem[]) => items.map(({ key }) => key);
const inBands = (of: Inbox, lines = draft) =>
  bandsOf(itemsOf(of, lines), now).map(({ name, items }) => [name, ...keysOf(items)]);

describe('the bands of the Inbox', () => {
  it('list grants that end by tomorrow, then waiting items (oldest first, the draft last), then grants that end later', () => {
    expect(inBands(inbox)).toEqual([
      ['soon', 'ending.tonight', 'ending.tomorrow'],
      ['waiting', 'review.year', 'sync.entra', 'request.old', 'emergency.night', 'request.new', 'draft'],
      ['week', 'ending.friday'],
    ]);
  });

  it('count an end in the last minute of tomorrow as tomorrow, and one at midnight as later', () => {
    const last = new Date(2026, 10, 22, 23, 59).toISOString();
    const midnight = new Date(2026, 10, 23).toISOString();
    const endings = list(ending('midnight', midnight), ending('last', last));
    const none = { items: [], total: 0 };
    expect(inBands({ requests: none, endings, reviews: none, emergencies: none, syncs: none }, [])).toEqual([
      ['soon', 'ending.last'],
      ['week', 'ending.midnight'],
    ]);
  });
});

describe('the chips of the Inbox', () => {
  it('are the three kinds with the most items in their order; the others are in the menu', () => {
    const totals = totalsOf(inbox, draft);
    expect(sumOf(totals)).toBe(9);
    expect(chipsOf(totals)).toEqual({ first: ['request', 'ending', 'review'], rest: ['draft', 'emergency', 'sync'] });
    expect(chipsOf({ ...totals, emergency: 4, review: 0, draft: 0 })).toEqual({
      first: ['request', 'ending', 'emergency'],
      rest: ['sync'],
    });
  });

  it('show the exact total of a kind, not the number of its listed items', () => {
    expect(totalsOf({ ...inbox, requests: { ...inbox.requests, total: 314 } }, []).request).toBe(314);
  });
});

describe('the item after a decision', () => {
  const items = bandsOf(itemsOf(inbox, []), now).flatMap((band) => band.items);
  const isLeft = (key: string) => ['ending.tomorrow', 'ending.friday'].includes(key);

  it('is the next item that the viewer has not passed over', () => {
    expect(nextOf(items, 'ending.tonight', isLeft)?.key).toBe('review.year');
  });

  it('is the previous one at the end of the list, and none if all others were passed over', () => {
    expect(nextOf(items, 'request.new', isLeft)?.key).toBe('emergency.night');
    expect(nextOf(items, 'request.new', (key) => key !== 'request.new')).toBeUndefined();
  });
});

describe('the times of a row', () => {
  it('show in one unit, rounded down, how long an item has waited', () => {
    expect([-0.14, -12.9, -26, -250].map((away) => waitedText(hours(away), now))).toEqual([
      '8 min',
      '12 h',
      '1 day',
      '10 days',
    ]);
  });

  it('show minutes for an end within 12 hours', () => {
    expect([2.475, 27.6].map((away) => leftText(hours(away), now))).toEqual(['2 h 28 min', '27 h']);
  });
});

describe('the address of an item', () => {
  it('names a request by `request`, and other kinds by `open`, in the list of things to do', () => {
    for (const key of ['request.01', 'ending.01', 'draft']) expect(keyIn(openedBy(key))).toBe(key);
    expect(openedBy('request.01')).toEqual({ request: '01', open: undefined });
    expect(listIn(readInbox({ open: 'ending.01' }))).toBe('waiting');
  });

  it('ignores unknown kinds', () => {
    for (const open of ['request.01', 'user.01', 'ending.', 'ending.a/b', '__proto__', `ending.${'x'.repeat(81)}`])
      expect(readInbox({ open })).toEqual({});
    expect(readInbox({ only: 'toString' })).toEqual({});
  });
});
