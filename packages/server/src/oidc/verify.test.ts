import { longestLifetime, proofAge } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { importJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { caseSetup, caseThemes, requestOf } from '../../../api/src/verify/cases.testing.ts';
import { Refusal } from '../refusal.ts';
import { createVerifier, type RequestWithToken } from './verify.ts';

const { issuer, audience, now, jwks } = caseSetup;

function newVerifier() {
  const used = new Set<string>();
  const verify = createVerifier({
    issuer,
    keys: {
      verifying: async (kid) => {
        const jwk = jwks.keys.find((each) => each.kid === kid);
        return jwk && importJWK({ ...jwk }, 'ES256');
      },
    },
    firstSeen: async (proof) => {
      const first = !used.has(proof.toString('hex'));
      used.add(proof.toString('hex'));
      return first;
    },
    tokenState: async () => ({ active: true, ended: false }),
    ownTokenHolds: async () => true,
    now: () => now,
  });
  return async (request: RequestWithToken): Promise<string> => {
    try {
      await verify(request, audience);
      return 'accepted';
    } catch (error) {
      if (error instanceof Refusal) return error.problem.code;
      throw error;
    }
  };
}

describe.each(caseThemes)('the cases that are published for $theme, in Licet itself', ({ cases }) => {
  test.each(cases)('$name', async (each) => {
    const outcome = newVerifier();
    const codeOf = (expected: typeof each.expect) => (expected === 'accepted' ? expected : expected.code);
    expect(await outcome(requestOf(each))).toBe(codeOf(each.expect));
    if (each.again) expect(await outcome(requestOf(each))).toBe(codeOf(each.again));
  });
});

test('the verifier’s limits are those by which Licet issues', () => {
  expect([longestLifetime, proofAge]).toEqual([limits.accessTokenLifetime.value, limits.dpopProofAge.value]);
});
