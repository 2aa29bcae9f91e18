import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationFile } from '@licet/contract/configuration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { licet } from './command-line.ts';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startSample } from './made-once.ts';

// Access as code, from the command line to the database and back, with the organisation of the sample.

let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-code-'));

beforeAll(async () => {
  running = (await startSample('organisation')).licet;
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await running?.stop();
  if (running) removeDataDirectory(running.dataDirectory);
});

const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);

test('what Licet holds is written as a file: by name, in an order that stays, and without a secret', async () => {
  await running.operator.clients.create({
    params: { application: 'ledger' },
    body: { name: `Nightly \${job}`, kind: 'service' },
  });
  const { code, out, err } = await here('export', 'config');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(new RegExp(`^# yaml-language-server: \\$schema=${running.url}/api/configuration.schema.json\n`));
  expect(out).not.toMatch(/secret|[0-9a-f]{8}-[0-9a-f]{4}-/);
  const file = configurationFile.parse(parse(out));
  const ledger = file.applications?.find(({ id }) => id === 'ledger');
  const { items: roles } = await running.operator.roles.list({ params: { application: 'ledger' } });
  expect(ledger?.roles?.map(({ name }) => name)).toEqual(
    roles.flatMap(({ name, builtIn }) => (builtIn ? [] : [name])).toSorted(),
  );
  expect(ledger?.clients).toContainEqual({ name: `Nightly $\${job}`, kind: 'service' });
  expect(file.users?.length).toBe((await running.operator.users.list()).total);
  expect((await here('export', 'config')).out).toBe(out);
  const alone = parse((await here('export', 'config', '--application', 'ledger')).out);
  expect(Object.keys(alone)).toEqual(['licet', 'applications']);
  expect(alone.applications.map(({ id }: { id: string }) => id)).toEqual(['ledger']);
});

test('editors complete by the schema that the server serves, and the command line prints the same', async () => {
  const served = await fetch(`${running.url}/api/configuration.schema.json`);
  expect(served.headers.get('content-type')).toContain('application/schema+json');
  expect(await served.json()).toEqual(JSON.parse((await licet(['export', 'config', '--schema'])).out));
});
