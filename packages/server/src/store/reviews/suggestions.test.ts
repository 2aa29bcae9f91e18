import { expect, test } from 'vitest';
import { type Judged, suggestionOf } from './details.ts';

const at = '2026-11-22T12:00:00.000000Z';
const ago = (days: number) => new Date(Date.parse(at) - days * 86_400_000).toISOString();
const nothing: Judged = { lastExercised: null, reportedSince: null, share: null, suspended: false };
const share = (holders: number, total: number) => ({ group: 'Support', holders, total });

test.each<[string, Partial<Judged>, unknown]>([
  ['nothing is known', {}, null],
  ['reports began a month ago, and it was not used', { reportedSince: ago(30) }, null],
  ['not used for a quarter', { reportedSince: ago(100), lastExercised: ago(95) }, ['revoke', 'unused 95']],
  ['never used, reported for longer', { reportedSince: ago(200) }, ['revoke', 'unused 200']],
  ['used yesterday', { reportedSince: ago(200), lastExercised: ago(1) }, ['keep', 'used 1']],
  ['few of a group', { share: share(2, 41) }, ['revoke', 'rare 2/41']],
  ['few of a group, and used', { share: share(2, 41), reportedSince: ago(99), lastExercised: ago(2) }, null],
  ['few, and not used', { share: share(2, 41), reportedSince: ago(99) }, ['revoke', 'unused 99', 'rare 2/41']],
  ['most of a group', { share: share(30, 41) }, ['keep', 'usual 30/41']],
  ['most of a group, and not used', { share: share(30, 41), reportedSince: ago(99) }, ['revoke', 'unused 99']],
  ['some of a group', { share: share(10, 41) }, null],
  ['suspended, and used', { suspended: true, lastExercised: ago(1), reportedSince: ago(9) }, ['revoke', 'suspended']],
])('%s', (_, judged, expected) => {
  const found = suggestionOf({ ...nothing, ...judged }, at);
  const why = found?.why.map((it) =>
    it.kind === 'suspended' ? it.kind : 'days' in it ? `${it.kind} ${it.days}` : `${it.kind} ${it.holders}/${it.total}`,
  );
  expect(found && [found.decision, ...(why ?? [])]).toEqual(expected);
});
