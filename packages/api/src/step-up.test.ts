import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIssuer, type TestIssuer } from './issuer.testing.ts';
import { AccessRefused } from './refused.ts';
import { refusedReply } from './refused-reply.ts';
import { frameworks, startApi } from './servers.testing.ts';
import { type StepUp, signedInWell } from './step-up.ts';
import { createVerifier, type Verifier } from './verifier.ts';
import { caseSetup, type Expected } from './verify/cases.testing.ts';

interface StepUpCase {
  readonly name: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly requires: StepUp;
  readonly expect: Expected;
}

const { cases }: { cases: readonly StepUpCase[] } = JSON.parse(
  readFileSync(new URL('../cases/step-up.json', import.meta.url), 'utf8'),
);

const multiFactor = 'urn:licet:acr:multi-factor';
const now = () => Math.floor(Date.now() / 1000);

let issuer: TestIssuer;
let verifier: Verifier;
beforeAll(async () => {
  issuer = await startIssuer();
  verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
  await verifier.ready();
});
afterAll(async () => {
  await verifier.close();
  await issuer.close();
});

test.each(cases)('$name', ({ claims, requires, expect: expected }) => {
  const outcome: Expected = signedInWell(claims, requires, caseSetup.now)
    ? 'accepted'
    : { code: 'sign_in_again', reason: 'authentication' };
  expect(outcome).toEqual(expected);
});

test('the cases have unique names', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

describe.each(frameworks)('%s', (framework) => {
  test('states the required sign-in in a 401, and accepts a token that meets it', async () => {
    const api = await startApi(framework, verifier);
    const ask = async (claims: Record<string, unknown>) => {
      const authorization = `Bearer ${await issuer.token({ permissions: ['invoices.read'], ...claims })}`;
      return fetch(`${api.url}/refunds`, { headers: { authorization } });
    };
    try {
      for (const claims of [{}, { auth_time: now() - 90, acr: multiFactor }, { auth_time: now(), acr: 'weaker' }]) {
        const refused = await ask(claims);
        expect(refused.status).toBe(401);
        expect(refused.headers.get('www-authenticate')).toBe(
          `Bearer error="insufficient_user_authentication", error_description="This needs a more recent or a stronger sign-in than that of the access token.", acr_values="${multiFactor}", max_age="60", DPoP algs="ES256"`,
        );
        expect(await refused.json()).toMatchObject({ code: 'sign_in_again', max_age: 60, acr_values: multiFactor });
      }
      expect((await ask({ auth_time: now(), acr: multiFactor })).status).toBe(200);
      const forbidden = await ask({ permissions: [] });
      expect(forbidden.status, 'nobody signs in again for what they may not do').toBe(403);
    } finally {
      await api.close();
    }
  });
});

test('rejects a step-up option that is empty or malformed', async () => {
  const wrong = [
    {},
    { maxAge: -1 },
    { maxAge: Number.NaN },
    { acr: '' },
    { acr: [] },
    { acr: 'a"b' },
    { maxage: 5 },
    0,
  ];
  for (const stepUp of wrong)
    await expect(verifier.requirePermission('a.b.c', 'invoices.read', stepUp as StepUp)).rejects.toThrow(TypeError);
});

test('a refusal without a framework guard also states the required sign-in', async () => {
  const token = await issuer.token({ permissions: ['invoices.read'], auth_time: now() - 301 });
  const refused = await verifier
    .requirePermission(token, 'invoices.read', { maxAge: 300 })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'sign_in_again', status: 401, stepUp: { maxAge: 300 } });
  expect(refused instanceof AccessRefused && refusedReply(refused, 'required').headers['www-authenticate']).toMatch(
    /^DPoP error="insufficient_user_authentication", .*max_age="300", algs="ES256"$/,
  );
});
