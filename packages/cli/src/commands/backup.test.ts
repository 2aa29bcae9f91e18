import { afterEach, expect, test, vi } from 'vitest';
import { keepingAt } from './backup.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('reports a misspelt S3 setting only if backups go to S3', async () => {
  vi.stubEnv('LICET_S3_ENDPIONT', 'https://s3.example');
  const said: unknown[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0);
  await keepingAt('backups');
  expect(said).toEqual([]);
  await keepingAt('s3://backups/licet');
  expect(said.join('')).toContain(
    'LICET_S3_ENDPIONT is no setting of Licet, and does nothing. Did you mean LICET_S3_ENDPOINT?',
  );
});
