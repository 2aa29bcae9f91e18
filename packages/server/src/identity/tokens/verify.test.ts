import { type FaultName, faults, longestLifetime, proofAge, type VerificationCode } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { type ReasonOf, sentenceOf } from '@licet/contract/reasons';
import { importJWK } from 'jose';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { caseSetup, caseThemes, requestOf } from '../../../../api/src/verify/cases.testing.ts';
import { Refusal } from '../../refusal.ts';
import { addressAdvice, createVerifier, type RequestWithToken } from './verify.ts';

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

describe.each(caseThemes)('Licet passes its published test cases for $theme', ({ cases }) => {
  test.each(cases)('$name', async (each) => {
    const outcome = newVerifier();
    const codeOf = (expected: typeof each.expect) => (expected === 'accepted' ? expected : expected.code);
    expect(await outcome(requestOf(each))).toBe(codeOf(each.expect));
    if (each.again) expect(await outcome(requestOf(each))).toBe(codeOf(each.again));
  });
});

describe('each fault of the verifier', () => {
  test('is a reason code of the API contract', () => {
    type Reasons = { [Code in VerificationCode]: ReasonOf<Code> }[VerificationCode];
    expectTypeOf<FaultName>().toExtend<Reasons>();
  });

  const values = {
    audience: 'ledger',
    expected: 'books',
    signed: 'https://a.example/',
    called: 'https://b.example/',
    advice: addressAdvice,
  };
  test.each(Object.entries(faults))('has the same sentence as in the API contract: %s', (name, { code, sentence }) => {
    expect(sentenceOf(code, name as never, values as never)).toBe(sentence(values));
  });
});

test('the verifier and the issuer share their limits', () => {
  expect([longestLifetime, proofAge]).toEqual([limits.accessTokenLifetime.value, limits.dpopProofAge.value]);
});

describe('a token that was verified before', () => {
  const accepted = caseThemes
    .flatMap(({ cases }) => cases)
    .find(({ expect: expected, dpop, authorization }) => expected === 'accepted' && !dpop && authorization);

  async function readTwice(change: (world: { keys: typeof jwks.keys; now: number; ended: boolean }) => void) {
    const world = { keys: jwks.keys, now, ended: false };
    const imported = new Map(
      await Promise.all(jwks.keys.map(async (jwk) => [jwk.kid, await importJWK({ ...jwk }, 'ES256')] as const)),
    );
    const verify = createVerifier({
      issuer,
      keys: { verifying: async (kid) => (world.keys.some((key) => key.kid === kid) ? imported.get(kid) : undefined) },
      firstSeen: async () => true,
      tokenState: async () => ({ active: true, ended: world.ended }),
      ownTokenHolds: async () => true,
      now: () => world.now,
    });
    const request = requestOf(accepted ?? expect.fail('no case is accepted without a proof'));
    const first = await verify(request, audience);
    expect(await verify(request, audience)).toEqual(first);
    await expect(verify(request, 'another application')).rejects.toMatchObject({
      problem: {
        code: 'token_invalid',
        reason: 'token_for_other_application',
        values: { audience, expected: 'another application' },
      },
    });
    change(world);
    return verify(request, audience).then(
      () => 'accepted',
      (error) => (error instanceof Refusal ? error.problem.code : error),
    );
  }

  test('is accepted again, but not for another application', async () => {
    expect(await readTwice(() => undefined)).toBe('accepted');
  });

  test('is refused once its key is withdrawn, it has expired or ended, or the clock is set back', async () => {
    const refused = async (change: Parameters<typeof readTwice>[0]) => readTwice(change);
    expect(await refused((world) => Object.assign(world, { keys: [] }))).toBe('token_invalid');
    expect(await refused((world) => Object.assign(world, { now: now + longestLifetime + 1 }))).toBe('token_expired');
    expect(await refused((world) => Object.assign(world, { now: now - 10 * longestLifetime }))).toBe('token_invalid');
    expect(await refused((world) => Object.assign(world, { ended: true }))).toBe('token_invalid');
  });
});
