import type { MailLanguage, Policy } from '@licet/contract';
import { type Factors, factorsNow } from '../credentials/credentials.ts';
import { type Owed, settlement, settling } from '../credentials/throttle.ts';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { noRequirements, type OwnPolicy, ownPolicyNow, stricter } from '../policy/application-policy.ts';
import { findRules, firstPolicy, rulesNow } from '../policy/policy.ts';
import { asRecorded, type Walk, withWalks } from '../walk/walk.ts';

/** What the policy requires of one user. `plan.ts` makes the same decision for all users together. */
export interface Requirements extends Pick<Policy, 'ways' | 'userVerification' | 'rememberedDays'> {
  /** Whether the user needs a second factor. If several demands apply, the earliest end of grace counts. */
  readonly secondFactor: null | { readonly graceUntil: string | null };
}

/**
 * The requirements for a sign-in to an application, with what is known about the user and their browser. Read in one
 * statement.
 */
export interface AskedOfPerson extends Requirements {
  readonly factors: Factors;
  /** The browser of this sign-in; undefined if the user is not known in it. */
  readonly browser: Buffer | undefined;
  /** Whether the browser is remembered, so that no second factor is needed in it. */
  readonly remembered: boolean;
  /** Whether the user has just set a password with a link. */
  readonly setUpWindow: boolean;
  /** The user's last sign-in; undefined if they have never signed in. */
  readonly last: { readonly language: MailLanguage | null } | undefined;
}

/** The requirements that a sign-in to an application has for every user. */
export const rulesOf = (rules: Policy | null, own: OwnPolicy | null): Policy =>
  stricter(rules ?? firstPolicy, own ?? noRequirements);

/**
 * The requirements for a user who signs in from one of the given browsers. `application` is null for a sign-in without
 * an application.
 */
export async function requirementsOf(database: Database, userId: string, on: OnTheWay): Promise<AskedOfPerson> {
  const { application, browsers, now } = on;
  const { rows } = await poolOf(database).query<PersonRow>(
    ofPerson(userId, application, browsers, now, database.clockOffset()),
  );
  return askedIn(rows[0], now);
}

/**
 * Settles the attempt counters after a successful attempt, and returns the requirements like {@link requirementsOf}, in
 * one statement.
 */
export async function settleAndAsk(
  database: Database,
  userId: string,
  { application, browsers, now }: OnTheWay,
  owed: Owed,
): Promise<AskedOfPerson> {
  const { rows } = await poolOf(database).query<PersonRow>(
    settledAndAsked(userId, application, browsers, now, database.clockOffset(), ...settlement(owed)),
  );
  return askedIn(rows[0], now);
}

interface OnTheWay {
  readonly application: string | null;
  readonly browsers: readonly Buffer[];
  readonly now: string;
}

function askedIn(row: PersonRow | undefined, now: string): AskedOfPerson {
  if (!row) throw new Error('What is asked of a person could not be read.');
  const rules = rulesOf(row.rules, row.own);
  const demanded = demandedIn(row);
  return {
    ...rules,
    secondFactor: row.own?.secondFactor ? { graceUntil: null } : rules.version === 0 ? null : demanded,
    factors: row.factors,
    browser: row.browser ?? undefined,
    remembered: rules.rememberedDays > 0 && (row.rememberedAt ?? '') > later(now, -rules.rememberedDays * secondsOfDay),
    setUpWindow: row.setUpWindow,
    last: row.wasIn ? { language: row.language } : undefined,
  };
}

/** The requirements for a sign-in without an application, within a change, at its instant. */
export async function requirementsAt(connection: Queryable, userId: string, at: string): Promise<Requirements> {
  const rules = await findRules(connection);
  if (rules.version === 0) return { ...rules, secondFactor: null };
  const { rows } = await connection.query<Demanded>(demandsAt(userId, at));
  return { ...rules, secondFactor: rows[0] ? demandedIn(rows[0]) : null };
}

interface Demanded {
  readonly demands: number;
  readonly graceUntil: string | null;
}

interface PersonRow extends Demanded {
  readonly rules: Policy | null;
  readonly own: OwnPolicy | null;
  readonly factors: Factors;
  readonly browser: Buffer | null;
  readonly rememberedAt: string | null;
  readonly setUpWindow: boolean;
  readonly wasIn: boolean;
  readonly language: MailLanguage | null;
}

const demandedIn = ({ demands, graceUntil }: Demanded) => (demands > 0 ? { graceUntil } : null);

/** Selects the demands for a second factor that apply to the user of {@link Walk.holdings}. */
const demands = sql`
  select count(*)::int as demands, nullif(min(coalesce(d.grace_until, '-infinity')), '-infinity') as "graceUntil"
  from demands d where ${present('d')} and (
    d.of_kind = 'everybody'
    or (d.of_kind = 'group' and d.of_id in (select id from g))
    or (d.of_kind = 'role' and d.of_id in (select id from r))
  )`;

const holdingsOf = (walk: Walk, userId: unknown): Sql => walk.holdings(sql`select ${userId}::uuid`);

const demandsAt = prepared<[userId: string, at: string]>(
  'demands',
  (userId, at) => sql`${withWalks(holdingsOf(asRecorded(sql`${at}::timestamptz`), userId))} ${demands}`,
);

const person = (userId: unknown, application: unknown, browsers: unknown, now: unknown): Sql => sql`
  select ${rulesNow} as rules, ${ownPolicyNow(sql`a.key = ${application}`)} as own, ${factorsNow(userId)} as factors,
    d.demands, d."graceUntil", b.browser, b."rememberedAt", l.user_id is not null as "wasIn", l.language,
    exists (select from set_up_windows w where w.user_id = ${userId} and w.expires_at > ${now}) as "setUpWindow"
  from (${demands}) d left join lateral (
    select k.token_hash as browser, k.remembered_at as "rememberedAt" from known_browsers k
    where k.user_id = ${userId} and k.token_hash = any(${browsers}::bytea[]) and k.expires_at > ${now}
    order by k.remembered_at desc nulls last limit 1
  ) b on true left join last_sign_ins l on l.user_id = ${userId}`;

const holdingsNow = (userId: unknown, offset: unknown): Sql =>
  holdingsOf(asRecorded(sql`(select ${clockOfFacts(offset)})`), userId);

type AskedPerson = [
  userId: string,
  application: string | null,
  browsers: readonly Buffer[],
  now: string,
  offset: number,
];

const ofPerson = prepared<AskedPerson>(
  'asked-of-person',
  (userId, application, browsers, now, offset) =>
    sql`${withWalks(holdingsNow(userId, offset))} ${person(userId, application, browsers, now)}`,
);

const settledAndAsked = prepared<
  [...AskedPerson, refunds: readonly Buffer[], free: readonly number[], forgiven: readonly Buffer[]]
>(
  'settled-and-asked-of-person',
  (userId, application, browsers, now, offset, refunds, free, forgiven) => sql`
    ${withWalks(settling(refunds, free, forgiven), holdingsNow(userId, offset))}
    ${person(userId, application, browsers, now)}`,
);

const secondsOfDay = 86_400;
