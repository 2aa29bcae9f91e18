import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { checks } from '../../store/checks.ts';
import { openDatabase } from '../../store/kernel/database.ts';
import { recordsOf, writePostponedAtEnd } from './request-records.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

test('a request whose records cannot be written gets status 503 and no token', async () => {
  const database = openDatabase({ checks, connectionString: 'postgres://licet@127.0.0.1:9/licet' });
  const used: Middleware[] = [];
  const logged: Error[] = [];
  const provider = { use: (it: Middleware) => used.push(it) } as unknown as Provider;
  writePostponedAtEnd(provider, database, (error) => logged.push(error));
  const ctx = { status: 200, body: { access_token: 'never' }, state: {} } as unknown as KoaContextWithOIDC;
  await used[0]?.(ctx, async () => recordsOf(ctx).postpone({ removed: [{ model: 'Grant', id: 'x' }] }));
  expect([ctx.status, ctx.body]).toEqual([503, { error: 'server_error' }]);
  expect(logged).toHaveLength(1);
  await database.close();
});
