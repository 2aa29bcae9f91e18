import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainedChange, digestOfFacts, type FactDigest, hashOfChange } from '@licet/contract/audit-chain';
import { afterAll, expect, test } from 'vitest';
import { exportedLines, verifyExport } from './verify-export.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
const lines = ['["groups",1,{"name":"Auditors"}]', '["groups",1,{"name":"Payments"}]'] as const;
const facts = lines.map((line): FactDigest => ({ no: 1, opened: true, digest: sha256('', line) }));
const event = {
  no: 1,
  at: '2031-01-02T03:04:05.000000Z',
  actorKind: 'system',
  actorId: null,
  actorName: 'Licet',
  action: 'review.closed',
  application: null,
  targetKind: 'review',
  targetId: 'some-id',
  targetName: 'Q1',
  before: 'null',
  after: '{"revoked":0}',
  version: 4,
  factsFrom: 1,
  ...digestOfFacts(sha256, facts),
  previousHash: '',
  salt: '00'.repeat(16),
  committed: null,
};
const change: ChainedChange = { ...event, hash: hashOfChange(sha256, event) };
const whole = [...lines.map((line) => ({ fact: [1, 1, line] })), { change }, { end: { changes: 1 } }];

function fileOf(exported: readonly object[]): string {
  const file = join(folder, 'chain.jsonl');
  writeFileSync(file, exported.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
async function verified(exported: readonly object[]) {
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, '{"items":[]}');
  return verifyExport({ file: fileOf(exported), keys, checkpoints: undefined });
}

test('verifies an unaltered export', async () => {
  expect(await verified(whole)).toMatchObject({ whole: true, events: 1, facts: 2 });
});

// The change number of one fact contains the hash of a whole fact, so one fact is hashed like two. The made-up fact
// adds nothing to the hash, because hexadecimal decoding stops at its first invalid digit.
test('rejects a change number followed by more text, which could hide a fact', async () => {
  const [first, second] = [...lines].sort((one, other) => sha256('', one).localeCompare(sha256('', other)));
  const packed = `${'1'.padStart(16, '0')}01${sha256('', first ?? '')}${'1'.padStart(16, '0')}`;
  const altered = [
    { fact: [packed, 1, second] },
    { fact: ['z'.repeat(16), 1, '["groups",1,{"name":"Made up"}]'] },
    ...whole.slice(2),
  ];
  await expect(verified(altered)).rejects.toThrow('is not an export of the audit chain');
});

test('rejects a line that is both an erasure and a change', async () => {
  const altered = [{ erasure: '', change: { ...change, after: '{"revoked":9}' } }, ...whole];
  const read = async () => {
    for await (const line of exportedLines(fileOf(altered)))
      expect(line).not.toHaveProperty('change.after', '{"revoked":9}');
  };
  await expect(read()).rejects.toThrow('is not an export of the audit chain');
});

test.each<[string, object]>([
  ['a commitment has too many random bytes', { fact: [1, 1, '["users"]', '00'.repeat(17), '"]'] }],
  ['digits are not hexadecimal', { change: { ...change, salt: 'zz'.repeat(16) } }],
  ['a version is a text', { change: { ...change, version: '4' } }],
  ['a field is missing', { change: { ...change, committed: undefined } }],
  ['the kind is unknown', { toString: 1 }],
])('rejects a line in which %s', async (_, line) => {
  await expect(verified([line, ...whole])).rejects.toThrow('is not an export of the audit chain');
});
