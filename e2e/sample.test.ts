import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@licet/contract/client';
import { operatorClient } from 'licet/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { aurelia } from '../examples/ledger/sample/organisation.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Program, startProgram } from '../scripts/program.ts';
import { licet } from './command-line.ts';

// Tests `npm start -- --sample`: the organisation with its past year, which the program makes before it starts Licet.

// The sample creates the directory, so that PostgreSQL's own user may enter it.
const data = join(tmpdir(), `licet-sample-${randomUUID()}`);
const begun = Date.now();
let sample: Program;
let issuer: string;
let ledger: string;
let operator: Client;

beforeAll(async () => {
  const [port, ledgerPort] = [await freePort(), await freePort()];
  issuer = `http://localhost:${port}`;
  ledger = `http://localhost:${ledgerPort}`;
  const start = fileURLToPath(new URL('../examples/ledger/sample/start.ts', import.meta.url));
  const flags = ['--data', data, '--port', String(port), '--ledger-port', String(ledgerPort)];
  const ready = (said: string) => said.includes('Ledger is ready');
  sample = await startProgram('The sample', [process.execPath, start, ...flags], { ready, patience: 300_000 });
  operator = operatorClient({ data });
});
afterAll(async () => {
  await sample?.stop();
  rmSync(data, { recursive: true, force: true });
});

test('applying the configuration files of the sample would change nothing', async () => {
  const files = readdirSync(aurelia).map((name) => `${aurelia}${name}`);
  const { out, err, code } = await licet(['plan', ...files, '--check', '--data', data], {
    ...process.env,
    LICET_VAR_LEDGER_URL: ledger,
    ...(await endsOf()),
  });
  expect({ err, code }, out).toEqual({ err: '', code: 0 });
});

test('the audit chain of the sample verifies, with a checkpoint that was signed at the start', async () => {
  const { out, code } = await licet(['audit', 'verify', '--json', '--data', data]);
  expect(code, out).toBe(0);
  const { signed } = await operator.audit.checkpoint();
  const [, said = ''] = signed.split('.');
  const { at } = JSON.parse(Buffer.from(said, 'base64url').toString()) as { at: string };
  expect(Date.parse(at)).toBeGreaterThanOrEqual(begun);
});

test('a user of the sample signs in with the printed password and requests access, and an owner decides', async () => {
  const maya = await callerFor(issuer, 'maya.lindqvist');
  const body = { application: 'ledger', permission: 'invoices.refund', reason: 'Paid twice.', seconds: 7200 };
  const { id } = await maya.requests.ask({ body });
  const chiara = await callerFor(issuer, 'chiara.benedetti');
  const { items } = await chiara.requests.list({ query: { view: 'waiting' } });
  expect(items.map(({ user }) => user.name)).toEqual(
    expect.arrayContaining(['Maya Lindqvist', 'Kenji Morimoto', 'Rashid Karimov']),
  );
  const approved = await chiara.requests.approve({ params: { request: id }, body: {} });
  expect(approved.state).toBe('approved');
});

/** The ends of the grants, by the names of the variables in the files. */
async function endsOf(): Promise<Record<string, string>> {
  const reasons = {
    'Covering for Kwame': 'COVER_ENDS',
    'Cold room 3 thawed': 'THAW_ENDS',
    Nights: 'NIGHTS_END',
    'VAT rates 2027': 'RATES_END',
    'External audit': 'AUDIT_ENDS',
    'Dunning project': 'DUNNING_ENDS',
  };
  const found: Record<string, string> = {};
  for (const application of ['ledger', 'ward', 'depot'])
    for (const { reason, ends } of (
      await operator.grants.list({ params: { application }, query: { state: 'active', limit: 200 } })
    ).items) {
      const variable = reasons[reason as keyof typeof reasons];
      if (variable && ends) found[`LICET_VAR_${variable}`] = ends;
    }
  return found;
}
