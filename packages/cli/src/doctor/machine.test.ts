import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { certificateOf } from '../../../../scripts/debian-slapd.ts';
import { exitCodeOf, textOf } from './finding.ts';
import { backups, certificate, disk, keyFile } from './machine.ts';

test('reports a key file only if users other than its owner can read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-doctor-'));
  try {
    expect(keyFile(folder)).toMatchObject({ well: true });
    writeFileSync(join(folder, 'licet.key'), 'x');
    chmodSync(join(folder, 'licet.key'), 0o600);
    expect(keyFile(folder)).toMatchObject({ well: true });
    chmodSync(join(folder, 'licet.key'), 0o640);
    expect(keyFile(folder)).toMatchObject({ well: false, next: `chmod 600 ${folder}/licet.key` });
    expect(disk(folder).says).toMatch(/MB free for the data directory$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('reports a certificate that expires soon or has expired', async () => {
  const { key, cert } = certificateOf('localhost'); // Valid for ninety days.
  const server = createTlsServer({ key, cert });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inDays = (days: number) => Date.now() + days * 86_400_000;
  expect(await certificate(here)).toMatchObject([{ well: true, says: 'expires in 89 days' }]);
  expect(await certificate(here, inDays(80))).toMatchObject([{ well: false, says: 'expires in 9 days' }]);
  expect(await certificate(here, inDays(88))).toMatchObject([{ well: false, says: 'expires in 1 day' }]);
  expect(await certificate(here, inDays(91))).toMatchObject([{ well: false, says: 'has expired' }]);
  await new Promise((resolve) => server.close(resolve));
  expect(await certificate(here)).toEqual([]);
  expect(await certificate('http://localhost:4080')).toEqual([]);
});

test('warns if no backups are scheduled, and exits with 0', () => {
  const findings = backups(null);
  expect(textOf(findings)).toMatch(
    /^warn {3}Backups {6}no schedule is set\n {8,}Why: .+\n {8,}Next: Set LICET_BACKUP_FOLDER/,
  );
  expect(exitCodeOf(findings)).toBe(0);
});
