import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { licet as commandLine } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

const page = 'docs/guides/reviews.md';
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'licet-reviews-'));
let licet: RunningLicet;
let review = '';

beforeAll(async () => {
  licet = (await startSample('organisation')).licet;
});
afterAll(() => endAll(licet, folder));

/** Runs a command of the page. Files that the command names are in the temporary folder, including the target of `>`. */
async function run(command: string): Promise<{ code: number; output: string }> {
  const [, words = '', target] = /^licet ([^>]+?)(?: > (\S+))?\s*$/.exec(command) ?? [];
  const args = words
    .split(' ')
    .map((word) => (/\.\w+$/.test(word) ? join(folder, word) : word.replace('REVIEW', review)));
  const { code, out, err } = await commandLine(args, { ...process.env, LICET_DATA: licet.dataDirectory });
  if (target) writeFileSync(join(folder, target), out);
  return { code, output: out + err };
}

test('every command of the reviews guide works as documented, and forged evidence is detected', async () => {
  const commands = fenced(page, readFileSync(join(root, page), 'utf8')).flatMap(({ code }) => code.trim().split('\n'));
  const [open = '', show = '', plan = '', close = '', evidence = '', verify = '', ...offline] = commands;
  const opened = await run(open);
  review = opened.output.trim();
  expect({ code: opened.code, review }).toEqual({ code: 0, review: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect((await run(show)).output).toMatch(/ {2}1\. .+, used: .+, pending\n/);
  expect((await run('licet reviews show Ledger-2026-Q4')).output).toMatch(new RegExp(`^${review} `));
  expect(await run('licet reviews show Ledger')).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no review “Ledger”.'),
  });
  const nobody = await commandLine(
    ['revert', '--by', '', '--from', '2020-01-01T00:00:00Z', '--data', licet.dataDirectory],
    process.env,
  );
  expect([nobody.code, nobody.err]).toEqual([
    2,
    expect.stringContaining('The username is empty. Give a username or an id.'),
  ]);
  expect((await run(evidence)).output).toContain('evidence exists only for closed reviews');
  const { outcome } = await licet.operator.reviews.plan({ params: { review } });
  expect(outcome.revoked).toBeGreaterThan(3);
  const planned = await run(plan);
  expect(planned).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${outcome.revoked} would be revoked`),
  });
  expect(planned.output).toMatch(/Who gains and loses what:\n {2}ledger: .+\n {4}− /);
  expect((await licet.operator.reviews.get({ params: { review } })).state).toBe('open');
  expect(await run(close)).toMatchObject({ code: 0, output: expect.stringMatching(/was closed by change \d+\.\n$/) });
  expect((await run('licet reviews list')).output).toContain(`${outcome.revoked} revoked`);
  expect(await run(evidence)).toMatchObject({ code: 0 });
  expect(await run(verify)).toMatchObject({ code: 0, output: expect.stringContaining('The evidence is intact') });
  for (const command of offline) expect(await run(command)).toMatchObject({ code: 0 });

  const file = join(folder, 'review.csv');
  const text = readFileSync(file, 'utf8');
  const [verifyFile = ''] = offline.slice(-1);
  writeFileSync(file, text.replace(',revoked,', ',kept,'));
  expect(await run(verifyFile)).toMatchObject({ code: 2, output: expect.stringMatching(/FORGED\. The signature/) });
  writeFileSync(file, text);
  const chain = join(folder, 'audit.ndjson');
  const lines = readFileSync(chain, 'utf8');
  const forgedChain = lines.replace(/\\"undecided\\":\d+/, '\\"undecided\\":0');
  writeFileSync(chain, forgedChain);
  expect(await run(verifyFile)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/FORGED\. The audit chain is broken/),
  });
  writeFileSync(chain, lines);

  await verifyPages(verifyFile.replace('review.csv', 'evidence.pdf'), chain, forgedChain);
});

/** Verifies evidence as a PDF without a server, in both languages. Expects a refusal after a change of one byte. */
async function verifyPages(command: string, chain: string, forgedChain: string): Promise<void> {
  const pdf = join(folder, 'evidence.pdf');
  const bytes = readFileSync(pdf);
  const whole = {
    code: 0,
    output: expect.stringMatching(/is intact: it has \d+ lines.*\nIts pages match the attached CSV/),
  };
  expect(await run(command)).toMatchObject(whole);
  for (const place of [1000, bytes.length >> 1, bytes.length - 300]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    writeFileSync(pdf, changed);
    expect(await run(command)).toMatchObject({ code: 2, output: expect.stringMatching(/FORGED\. .* sealed it/) });
  }
  writeFileSync(pdf, bytes);
  const lines = readFileSync(chain, 'utf8');
  writeFileSync(chain, forgedChain);
  expect(await run(command)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/FORGED\. The audit chain is broken/),
  });
  writeFileSync(chain, lines);
  const german = 'licet reviews evidence REVIEW --format pdf --language de --out de.pdf';
  expect(await run(german)).toMatchObject({ code: 0, output: expect.stringContaining('de.pdf') });
  expect(await run('licet reviews verify de.pdf')).toMatchObject(whole);
  expect((await run('licet reviews evidence REVIEW --language de --out de.csv')).code).toBe(2);
}
