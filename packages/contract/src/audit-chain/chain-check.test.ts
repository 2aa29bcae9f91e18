import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChainCheck, type ChainFindings } from './chain-check.ts';
import type { Checkpoint } from './checkpoints.ts';
import { type ChainedChange, hashOfChange, type Sha256 } from './hashes.ts';

const sha256: Sha256 = (bytes, text) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');

/** An ordinary change with a name, or a restore with its `after` as JSON text. */
type Entry = string | { readonly restored: string };

/** Returns the chain with these entries appended. */
function chained(entries: readonly Entry[], before: readonly ChainedChange[] = []): ChainedChange[] {
  const chain = [...before];
  for (const entry of entries) {
    const change = {
      no: chain.length + 1,
      at: '2026-11-28T12:00:00.000000Z',
      actorKind: 'operator',
      actorId: null,
      actorName: 'operator',
      action: typeof entry === 'string' ? 'user.changed' : 'audit.restored',
      application: null,
      targetKind: 'user',
      targetId: 'some-id',
      targetName: typeof entry === 'string' ? entry : 'Licet',
      before: 'null',
      after: typeof entry === 'string' ? 'null' : entry.restored,
      version: 1,
      factsFrom: null,
      opened: null,
      closed: null,
      facts: null,
      previousHash: chain.at(-1)?.hash ?? '',
      salt: null,
      committed: null,
    };
    chain.push({ ...change, hash: hashOfChange(sha256, change) });
  }
  return chain;
}

/** Returns the chain with one change altered, and with the hashes of all later changes recomputed. */
function rewritten(chain: readonly ChainedChange[], no: number): ChainedChange[] {
  const entryOf = ({ no: its, action, targetName, after }: ChainedChange): Entry =>
    its === no ? 'rewritten' : action === 'audit.restored' ? { restored: after } : targetName;
  return chained(chain.slice(no - 1).map(entryOf), chain.slice(0, no - 1));
}

/** Returns a checkpoint for each change from `from` to `to`. */
const signedIn = (epoch: number, chain: readonly ChainedChange[], from: number, to = chain.length): Checkpoint[] =>
  chain.slice(from - 1, to).map(({ no, hash, at }) => ({ iss: '', sequence: no, epoch, no, hash, at, previous: '' }));

function verified(chain: readonly ChainedChange[], checkpoints: readonly Checkpoint[]): ChainFindings {
  const check = new ChainCheck(sha256);
  for (const checkpoint of checkpoints) check.addCheckpoint(checkpoint);
  for (const change of chain) check.add(change, undefined);
  return check.end();
}

const restored = (after: object) => ({ restored: JSON.stringify(after) });

describe('a database that was put back in place of a restored one', () => {
  const live = chained(['one', 'two', 'three', 'four', 'five', 'six']);
  const replaced = chained([restored({ epoch: 2 }), 'other five', 'other six', 'other seven'], live.slice(0, 3));
  const signed = [...signedIn(1, live, 1), ...signedIn(2, replaced, 4)];
  const back = chained([restored({ epoch: 3, fromChange: 4 }), 'eight'], live);
  const all = [...signed, ...signedIn(3, back, 7)];

  test('is whole, and the checkpoints of the restored one are still counted', () => {
    expect(verified(back, all)).toMatchObject({ broken: null, epoch: 3, agreed: 8, restoredAway: 4 });
    expect(verified(chained(['nine', 'ten'], back), all)).toMatchObject({ agreed: 8, restoredAway: 4 });
  });

  test('is broken until a change records that it was put back', () => {
    expect(verified(live, signed).broken).toMatchObject({ fault: 'rehashed', no: 4 });
  });

  test('is broken if a change before the replaced ones is rewritten', () => {
    for (const no of [1, 2, 3])
      expect(verified(rewritten(back, no), all).broken).toMatchObject({ fault: 'rehashed', no });
  });

  test('is broken if a change is rewritten afterwards', () => {
    expect(verified(rewritten(back, 8), all).broken).toMatchObject({ fault: 'rehashed', no: 8 });
    // The checkpoint of the event covers the changes before it.
    expect(verified(rewritten(back, 5), all).broken).toMatchObject({ fault: 'rehashed', no: 7 });
    expect(verified(back.slice(0, 6), all).broken).toMatchObject({ fault: 'rehashed', no: 4 });
  });

  test('can be put back again, after another restore of the same backup', () => {
    const again = chained([restored({ epoch: 2, again: true }), 'another five'], live.slice(0, 3));
    const more = [...all, ...signedIn(2, again, 4)];
    expect(verified(again, more).broken).toMatchObject({ fault: 'rehashed', no: 4 });
    const recorded = chained([restored({ epoch: 4, fromChange: 4 })], again);
    expect(verified(recorded, more)).toMatchObject({ broken: null, epoch: 4, restoredAway: 3 + 4 + 2 });
  });

  test.each([
    ['text that is not JSON', '{', 2],
    ['null', 'null', 2],
    ['a list', '[3,4]', 2],
    ['text in place of numbers', '{"epoch":"3","fromChange":"4"}', 2],
    ['the current epoch', '{"epoch":1,"fromChange":4}', 2],
    ['a fraction as its epoch', '{"epoch":2.5,"fromChange":4}', 2],
    ['an epoch that no checkpoint can have', '{"epoch":2147483648,"fromChange":4}', 2],
    ['no first change', '{"epoch":3}', 3],
    ['a first change of 0', '{"epoch":3,"fromChange":0}', 3],
    ['a negative first change', '{"epoch":3,"fromChange":-4}', 3],
    ['a fraction as its first change', '{"epoch":3,"fromChange":3.5}', 3],
    ['a first change after its own', '{"epoch":3,"fromChange":8}', 3],
  ])('explains no change before the number of its restore event if the event has %s', (_, after, epoch) => {
    const found = verified(chained([{ restored: after }], live), signed);
    expect(found).toMatchObject({ epoch, broken: { fault: 'rehashed', no: 4 } });
  });
});

describe('a database that was put back in place of an upgraded one', () => {
  const live = chained(['one', 'two', 'three']);
  const upgraded = chained(['upgraded', 'other five', 'other six'], live);
  const signed = [...signedIn(1, live, 1), ...signedIn(1, upgraded, 4)];

  test('is whole, although the checkpoints have the same epoch', () => {
    expect(verified(live, signed).broken).toMatchObject({ fault: 'cut_off', no: 4 });
    const back = chained([restored({ epoch: 2, fromChange: 4 })], live);
    expect(verified(back, signed)).toMatchObject({ broken: null, epoch: 2, agreed: 3, restoredAway: 3 });
  });

  test('is whole even if it made other changes before it recorded that it was put back', () => {
    const later = chained(['four', 'five'], live);
    const own = signedIn(1, later, 4);
    expect(verified(later, [...signed, ...own]).broken).toMatchObject({ fault: 'rehashed', no: 4 });
    const back = chained([restored({ epoch: 2, fromChange: 4 })], later);
    expect(verified(back, [...signed, ...own])).toMatchObject({ broken: null, agreed: 5, restoredAway: 3 });
  });
});

test('a restore explains only checkpoints of earlier epochs, and only from its own number on', () => {
  const live = chained(['one', 'two', 'three']);
  const back = chained([restored({ epoch: 2, madeAt: '2026-11-28T12:00:00Z', lastChange: 2 })], live.slice(0, 2));
  expect(verified(back, signedIn(1, live, 1))).toMatchObject({ broken: null, epoch: 2, agreed: 2, restoredAway: 1 });
  expect(verified(back, signedIn(2, live, 3)).broken).toMatchObject({ fault: 'rehashed', no: 3 });
});
