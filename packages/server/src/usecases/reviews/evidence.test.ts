import { createHash } from 'node:crypto';
import { type ChainedChange, checkpointIn, EvidenceCheck, type EvidenceRow } from '@licet/contract/audit-chain';
import { AboutCheck, evidenceIn, pagesFit, sealOf } from '@licet/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifySignature } from '../../audit/audit-keys.ts';
import { changesAfter } from '../../store/audit/chained-changes.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { evidenceRows } from '../../store/reviews/details.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { daysAhead, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let rows: EvidenceRow[];
let chain: ChainedChange[];
let header: { kid: string; review: string; openedNo: number; closedNo: number };
beforeAll(async () => {
  licet = await testLicet();
  const desk = await reviewDeskIn(licet);
  for (let more = 0; more < 4; more += 1) await desk.reader();
  const review = await desk.open({ undecided: 'revoke' });
  const [first, second, third] = await desk.items(review);
  await desk.decide(
    review,
    desk.owner,
    { line: first?.line, version: 0, decision: 'keep', note: '=1+1' },
    { line: second?.line, version: 0, decision: 'shorten', ends: daysAhead(9) },
    { line: third?.line, version: 0, decision: 'revoke' },
  );
  const { closedNo } = await desk.close(review);
  header = { kid: '', review: review.id, openedNo: review.openedNo, closedNo: closedNo ?? 0 };
  [rows, chain] = await read(licet.database, async (snapshot) => [
    await evidenceRows(snapshot, review.id),
    [...(await changesAfter(snapshot.connection, review.openedNo - 1, 1000))],
  ]);
});
afterAll(() => licet.close());

const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
function faultsOf(evidence: readonly EvidenceRow[], over: Partial<typeof header> = {}): string[] {
  const check = new EvidenceCheck({ ...header, ...over }, evidence);
  for (const change of chain) check.add(change);
  return check.faults(sha256);
}
const forged = (place: number, over: Partial<EvidenceRow>) =>
  rows.map((row, index) => (index === place ? { ...row, ...over } : row));

test('the evidence of a review agrees with the chain', () => {
  expect(rows).toHaveLength(5);
  expect(faultsOf(rows)).toEqual([]);
});

test.each([
  ['a missing line', () => rows.slice(1), /number of lines/],
  ['a line with another holder', () => forged(0, { holder: header.review }), /digest of the lines/],
  ['a line with another decider', () => forged(0, { 'decided by': header.review }), /digest of the decisions/],
  [
    'a revoked line stated as kept',
    () => forged(2, { state: 'kept', outcome: 'kept', change: '' }),
    /digest of the decisions/,
  ],
  [
    'a revoked line with the outcome “kept”',
    () => forged(2, { outcome: 'kept', change: '' }),
    /Line 3: “kept” does not follow/,
  ],
  [
    'a revocation by another change',
    () => forged(2, { change: String(header.openedNo) }),
    /Line 3: the chain does not say/,
  ],
  ['a revoked line stated as gone', () => forged(2, { outcome: 'gone', change: '' }), /Lines that were gone/],
])('detects %s', (_, forge, fault) => {
  expect(faultsOf(forge()).join('\n')).toMatch(fault);
});

test('detects evidence of another review, and of a review that was not closed', () => {
  expect(faultsOf(rows, { review: rows[0]?.holder ?? '' })).toEqual([expect.stringContaining('no opening')]);
  expect(faultsOf(rows, { closedNo: header.closedNo - 1 })).toEqual([expect.stringContaining('no closing')]);
});

test('evidence is signed and escapes formulas; an open review has none', async () => {
  const params = { review: header.review };
  const made = await licet.call('reviews.evidence', licet.admin, { params });
  expect(made.signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
  expect(Buffer.from(made.content, 'base64').toString()).toContain(`'=1+1`);
  const open = await (await reviewDeskIn(licet)).open();
  expect(await licet.outcome('reviews.evidence', licet.admin, { params: { review: open.id } })).toBe('wrong_state');
});

test('the PDF of a closed review has a seal, the exported CSV file and a checkpoint, and an open review has no PDF', async () => {
  const params = { review: header.review };
  const pieces: Uint8Array[] = [];
  const input = { params, query: { language: 'de' } };
  for await (const piece of await licet.call('reviews.evidencePdf', licet.admin, input)) pieces.push(piece);
  const file = Buffer.concat(pieces);
  const { csv, signature, about } = evidenceIn(file);
  const made = await licet.call('reviews.evidence', licet.admin, { params });
  expect(csv.toString('base64')).toBe(made.content);
  expect(signature).toBe(made.signature);
  const { checkpoint } = about;
  expect(about).toMatchObject({ language: 'de', closedNo: header.closedNo, review: header.review });
  expect(checkpointIn(checkpoint.signed)).toMatchObject({ no: checkpoint.no, hash: checkpoint.hash });
  expect(checkpoint.no).toBeGreaterThanOrEqual(header.closedNo);
  const beside = new AboutCheck(about, header);
  for (const change of chain) beside.add(change);
  expect(beside.faults().filter((fault) => !fault.startsWith('The hash of the checkpoint'))).toEqual([]);
  const { seal = '', sha256: digest } = sealOf(file) ?? {};
  const [said = '', payload = '', signed = ''] = seal.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({ sha256: digest });
  const [key] = (await licet.call('audit.keys', licet.admin)).items;
  expect(key && verifySignature(key.publicKey, `${said}.${payload}`, signed)).toBe(true);
  expect(await pagesFit(file, { csv, signature, about }, seal)).toBe(true);
  const open = await (await reviewDeskIn(licet)).open();
  expect(await licet.outcome('reviews.evidencePdf', licet.admin, { params: { review: open.id } })).toBe('wrong_state');
});

test('attack 43: at most two PDFs are written at a time, and others begin after a reader disconnects', async () => {
  const input = { params: { review: header.review } };
  const asked = await Promise.all(
    Array.from({ length: 4 }, () => licet.call('reviews.evidencePdf', licet.admin, input)),
  );
  const readings = asked.map((pieces) => pieces[Symbol.asyncIterator]());
  let begun = 0;
  const firsts = readings.map(async (reading) => {
    await reading.next();
    begun += 1;
  });
  await Promise.all(firsts.slice(0, 2));
  // Gives the other calls time to start, in case they do not wait.
  for (let no = 0; no < 10; no += 1) await licet.call('reviews.evidence', licet.admin, input);
  expect(begun).toBe(2);
  for (const reading of readings.slice(0, 2)) await reading.return?.();
  await Promise.all(firsts);
  for (const reading of readings.slice(2)) await reading.return?.();
});

test.each([
  ['another plan', { decisionsDigest: '0'.repeat(64) }, /^The plan/],
  ['another rule', { undecided: 'keep' as const }, /^What undecided lines become/],
  ['another day', { closedAt: '2020-01-01T00:00:00Z' }, /^When it was closed/],
  ['another review', { review: 'x' }, /^The review/],
])('detects %s in the details of the review', async (_, over, fault) => {
  const input = { params: { review: header.review } };
  const pieces: Uint8Array[] = [];
  for await (const piece of await licet.call('reviews.evidencePdf', licet.admin, input)) pieces.push(piece);
  const beside = new AboutCheck({ ...evidenceIn(Buffer.concat(pieces)).about, ...over }, header);
  for (const change of chain) beside.add(change);
  expect(beside.faults()).toContainEqual(expect.stringMatching(fault));
});
