import { type Case, seconds } from './cases.testing.ts';
import { allThemes } from './vectors.testing.ts';

/** The payload of a token with grants on resources, and of the same token without them, as JSON. */
export interface Pair {
  readonly name: string;
  readonly granted: string;
  readonly plain: string;
  /** Every role and permission that occurs in the payload or in the case. */
  readonly names: readonly string[];
  /** The case's time, and a time at which the token is valid, if it is well formed. */
  readonly times: readonly number[];
}

const claims = [
  [{ resources: ['shop:berlin'], roles: ['admin', 'clerk'], permissions: ['invoices.refund', 'invoices.read'] }],
  [{ resources: ['admin', 'organisation', ''], roles: ['billing'], permissions: ['admin', '__proto__'] }],
  [],
  [{}],
  'admin',
  null,
];

/**
 * Returns the payload of each vector: as it is, if it has the claim `on` or `on_ref`, and with each of several claims
 * added. Payloads that are not a JSON object can have no claims, so they are left out.
 */
export function pairs(): readonly Pair[] {
  const all = allThemes().flatMap(({ file, cases }) =>
    cases.flatMap((each) => {
      const text = each.payload ?? JSON.stringify(each.claims);
      const payload = objectIn(text);
      if (text === undefined || payload === undefined) return [];
      const { on, on_ref, ...rest } = payload;
      const plain = JSON.stringify(rest);
      const own = on === undefined && on_ref === undefined ? [] : [text];
      // An own member __proto__ stays one, because the claim is added to the text.
      const more = claims.map(
        (claim) => `${plain.slice(0, -1)}${plain === '{}' ? '' : ','}"on":${JSON.stringify(claim)},"on_ref":"x"}`,
      );
      const pair = { plain, names: namesIn(each, payload), times: timesOf(each, payload) };
      return [...own, ...more].map((granted, no) => ({ name: `${file}, ${each.name}, ${no}`, granted, ...pair }));
    }),
  );
  const questions = (each: Pair) => JSON.stringify([each.granted, each.names, each.times]);
  return [...new Map(all.map((each) => [questions(each), each])).values()];
}

function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function namesIn({ permission, role, ask = [] }: Case, payload: unknown): readonly string[] {
  const found = new Set(['admin', 'invoices.refund', 'x']);
  JSON.stringify([payload, permission, role, ask, claims], (_, value) => {
    if (typeof value === 'string') found.add(value);
    return value;
  });
  return [...found];
}

function timesOf({ now }: Case, { exp }: Record<string, unknown>): readonly number[] {
  const valid = typeof exp === 'number' && Number.isFinite(exp) ? exp - Math.max(1, Math.abs(exp) / 2) : 0;
  const asked = seconds(now);
  return typeof asked === 'number' ? [asked, valid] : [valid];
}
