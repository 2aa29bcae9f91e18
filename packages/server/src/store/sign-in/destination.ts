import type { Policy, Problem, Ref } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf } from '../kernel/pool.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { type OwnPolicy, ownPolicyNow } from '../policy/application-policy.ts';
import { rulesNow } from '../policy/policy.ts';
import { clientOfInteraction, type FoundRecord, hashOf, type RecordPayload, recordAt, withUse } from './records.ts';
import { rulesOf } from './requirements.ts';
import { type Step, stepAt } from './steps.ts';

/**
 * The client to which a sign-in leads, and its requirements for any user. Each request of the sign-in page reads it
 * once, in one statement.
 */
export interface Destination {
  /** The time of the read. The whole request uses it as the current time. */
  readonly now: string;
  /** The client; null if the user signs in without an application, or if the client was deleted. */
  readonly client: { readonly name: string; readonly application: Ref } | null;
  /** The combined rules of the organisation and the application. */
  readonly rules: Policy;
  readonly organisation: string;
  /** Whether there are providers, or directories, to sign in with. The rules must also accept that method. */
  readonly providers: boolean;
  readonly directories: boolean;
  /** The progress of the sign-in, if its first factor was correct a short time ago. */
  readonly step: Step | null;
  /** Why the last attempt to sign in with a provider from this page failed. */
  readonly refused: Problem | null;
}

/** Reads the destination for a client and a sign-in. */
export async function readDestination(
  database: Database,
  clientId: string | null,
  uid: string | null = null,
): Promise<Destination> {
  const { rows } = await poolOf(database).query<DestinationRow>(
    destination(clientId !== null && uuid.test(clientId) ? clientId : null, uid, database.clockOffset()),
  );
  const [row] = rows;
  if (!row) throw new Error('Where a sign-in leads could not be read.');
  return destinationOf(row);
}

/** Finds a sign-in in progress, with its record and its destination; undefined if it no longer exists. */
export async function findInteractionTo(
  database: Database,
  uid: string,
): Promise<{ readonly interaction: RecordPayload; readonly to: Destination } | undefined> {
  const { rows } = await poolOf(database).query<DestinationRow & FoundRecord>(
    underWay(hashOf(uid), uid, database.clockOffset()),
  );
  const [row] = rows;
  if (!row) return undefined;
  const { payload, consumed, ...to } = row;
  return { interaction: { ...withUse({ payload, consumed }), jti: uid }, to: destinationOf(to) };
}

function destinationOf(row: DestinationRow): Destination {
  const { client, key, application, rules, own, organisation, ...rest } = row;
  return {
    ...rest,
    client: client === null ? null : { name: client, application: { id: key, name: application } },
    rules: rulesOf(rules, own),
    organisation: organisation ?? '',
  };
}

interface DestinationRow extends Pick<Destination, 'now' | 'providers' | 'directories' | 'step' | 'refused'> {
  readonly client: string | null;
  readonly key: string;
  readonly application: string;
  readonly rules: Policy | null;
  readonly own: OwnPolicy | null;
  readonly organisation: string | null;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const connectionsOf = (kind: 'directory' | 'provider') => sql`exists (
  select from connections x where x.enabled and ${present('x')} and ${kind === 'directory' ? sql`x.kind = 'ldap'` : sql`x.kind <> 'ldap'`})`;

const destinationAt = (clientId: unknown, uid: unknown, offset: unknown): Sql => sql`
    select ${clock(offset)} as now, t.client, t.key, t.application, ${rulesNow} as rules,
      ${ownPolicyNow(sql`a.key = t.key`)} as own, (select s.organisation from settings s where ${present('s')}) as organisation,
      ${connectionsOf('provider')} as providers, ${connectionsOf('directory')} as directories,
      (select to_jsonb(found) from (${stepAt(uid, clock(offset))}) found) as step,
      (select w.refusal from upstream_sign_ins w where w.uid = ${uid} and w.expires_at > ${clock(offset)}) as refused
    from (select) one left join (
      select c.name as client, a.key, a.name as application
      from clients c join applications a on a.id = c.app_id and ${present('a')}
      where c.id = (${clientId})::uuid and ${present('c')}
    ) t on true`;

const destination = prepared<[clientId: string | null, uid: string | null, offset: number]>(
  'sign-in-destination',
  destinationAt,
);

const underWay = prepared<[id: Buffer, uid: string, offset: number]>(
  'sign-in-under-way',
  (id, uid, offset) => sql`
    select r.payload, r.consumed, d.* from (${recordAt(sql`'Interaction'`, id, offset)}) r
    cross join lateral (${destinationAt(clientOfInteraction, uid, offset)}) d`,
);
