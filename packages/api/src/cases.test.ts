import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AccessRefused } from './refused.ts';
import { createVerifier, type Verifier } from './verifier.ts';
import { caseSetup, caseThemes, type Expected, requestOf } from './verify/cases.testing.ts';

const { issuer, audience, now, jwks } = caseSetup;
const answers: Record<string, unknown> = {
  [`${issuer}/.well-known/openid-configuration`]: {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint: `${issuer}/token`,
  },
  [`${issuer}/jwks`]: jwks,
};

let verifier: Verifier;
const opened: Verifier[] = [];
beforeEach(async () => {
  const fetch = async (address: string) => Response.json(answers[address]);
  verifier = createVerifier({ issuer, audience, publicUrl: issuer, clock: () => now * 1000, fetch });
  opened.push(verifier);
  await verifier.ready();
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

async function outcome(request: ReturnType<typeof requestOf>): Promise<Expected> {
  try {
    await verifier.verify(request);
    return 'accepted';
  } catch (error) {
    if (error instanceof AccessRefused) return { code: error.code, reason: error.reason };
    throw error;
  }
}

describe.each(caseThemes)('$theme', ({ cases }) => {
  test.each(cases)('$name', async (each) => {
    expect(await outcome(requestOf(each))).toEqual(each.expect);
    if (each.again) expect(await outcome(requestOf(each))).toEqual(each.again);
  });
});

test('the cases cover every refusal of a token or a proof, under unique names', () => {
  const reasons = ['missing', 'malformed', 'too-long', 'type', 'signature', 'issuer', 'audience', 'time', 'expired'];
  const all = caseThemes.flatMap(({ cases }) => cases);
  const shown = all.flatMap(({ expect, again }) => [expect, again ?? []].flat());
  const found = new Set(shown.map((each) => (each === 'accepted' ? each : each.reason)));
  expect([...found].sort()).toEqual(['accepted', ...reasons, 'content', 'binding', 'proof', 'replay'].sort());
  for (const { cases } of caseThemes) expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
