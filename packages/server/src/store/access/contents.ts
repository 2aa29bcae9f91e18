import { createBoundedCache } from '@licet/api/verify';
import { type Breathe, breathing } from '../../breathing.ts';
import { queue } from '../../queue.ts';
import { ended } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, prepared, type Sql, sql } from '../kernel/sql.ts';
import { collect } from './principals.ts';

// Caches the contents of roles with their history. A refusal lists the roles and groups that would give the permission,
// ordered by how much else they give. To compute this order, thousands of permissions of hundreds of roles must be
// read.
//
// Facts are never overwritten, so the cache stays valid up to its change number. The caller's own statement reads later
// facts.

/** The permissions that roles hold directly, and the names of permissions, at every change up to the last known one. */
export class Contents {
  #no = 0;
  #head = '';
  readonly #places = new Map<string, number>();
  readonly #permissions: Called[] = [];
  readonly #applications = new Map<string, Application>();
  /**
   * For each role, a flat list of triples: the place of a permission, the change from which the role holds it, and the
   * change until which the role holds it.
   */
  readonly #held = new Map<string, number[]>();
  readonly #adding = queue(1);

  /**
   * The last known change, and its hash. After a failover to a replica that had not received the last changes, their numbers are used
   * again; the hash reveals that.
   */
  get known(): { readonly no: number; readonly head: string } {
    return { no: this.#no, head: this.#head };
  }

  /** The number of places. */
  get size(): number {
    return this.#permissions.length;
  }

  /**
   * Calls `found` for each place that an id stands for at a change number: the place of a permission, or the places of
   * a role's direct permissions.
   */
  visit(id: string, no: number, found: (place: number) => void): void {
    const place = this.#places.get(id);
    if (place !== undefined) found(place);
    const held = this.#held.get(id) ?? [];
    for (let at = 0; at < held.length; at += 3)
      if ((held[at + 1] ?? 0) <= no && no < (held[at + 2] ?? 0)) found(held[at] ?? 0);
  }

  /** The application of the permission at a place, and the permission's name at a change number. */
  called(place: number, no: number): Application & { readonly name: string } {
    const { application, names = [] } = this.#permissions[place] ?? {};
    const { name = '' } = names.find(({ from, to }) => from <= no && no < to) ?? names.at(-1) ?? {};
    return { appId: application?.appId ?? '', key: application?.key ?? '', name };
  }

  /**
   * Adds the facts that were written after the change that was known when the read began. Facts that a concurrent read has added are
   * skipped. One read adds at a time, because others run meanwhile. They see only facts up to their own change number. A
   * read of an older change may add last, so an end that is known stays.
   */
  add(no: number, written: Written): Promise<void> {
    return this.#adding(() => this.#add(no, written));
  }

  async #add(no: number, { head, permissions, held }: Written): Promise<void> {
    const breathe = breathing();
    for (const [index, [id, appId, key, name, from, to]] of (permissions ?? []).entries()) {
      if (index % atATime === 0) await breathe();
      const { names } = this.#permission(id, appId, key);
      const known = names.find((it) => it.from === from);
      if (known) known.to = Math.min(known.to, to ?? openEnd);
      else names.push({ name, from, to: to ?? openEnd });
    }
    for (const facts of held ?? []) await this.#addHeld(facts, breathe);
    if (no <= this.#no || head === null) return;
    this.#no = no;
    this.#head = head;
  }

  /** Adds the facts of a role. Searches its list once for all facts that it can already have. */
  async #addHeld([role, ids, froms, ends]: HeldFacts, breathe: Breathe): Promise<void> {
    const all = this.#held.get(role) ?? [];
    this.#held.set(role, all);
    const known = new Map<number, number[]>();
    const added: number[] = [];
    for (const [index, id] of ids.entries()) {
      if (index % atATime === 0) await breathe();
      const [place, from] = [this.#places.get(id), froms[index]];
      if (place === undefined || from === undefined) continue;
      if (from <= this.#no) collect(known, place, index);
      else added.push(place, from, ends[index] ?? openEnd);
    }
    for (let at = 0; at < all.length && known.size > 0; at += 3) {
      if (at % (3 * atATime) === 0) await breathe();
      const place = all[at] ?? 0;
      const left = known.get(place)?.filter((index) => {
        if (froms[index] !== all[at + 1]) return true;
        all[at + 2] = Math.min(all[at + 2] ?? openEnd, ends[index] ?? openEnd);
        return false;
      });
      if (left?.length === 0) known.delete(place);
      else if (left) known.set(place, left);
    }
    for (const [place, indexes] of known)
      for (const index of indexes) added.push(place, froms[index] ?? 0, ends[index] ?? openEnd);
    for (const each of added) all.push(each);
  }

  #permission(id: string, appId: string, key: string): Called {
    const place = this.#places.get(id) ?? this.#permissions.length;
    const application = this.#applications.get(appId) ?? { appId, key };
    const called = this.#permissions[place] ?? { application, names: [] };
    this.#applications.set(appId, application);
    this.#places.set(id, place);
    this.#permissions[place] = called;
    return called;
  }
}

/** The state to pass to a statement that reads the later facts; undefined for the first statement of a process. */
export function cachedContents(snapshot: Snapshot): CachedContents | undefined {
  const contents = 'record' in snapshot ? undefined : cache.get(nameOf(snapshot));
  return contents && { contents, ...contents.known };
}

/**
 * Returns the contents at a snapshot. Adds the facts in `written` to the cached contents `since`. Reads everything if
 * there are no cached contents, or if the chain no longer contains their last change.
 */
export async function contentsAt(
  snapshot: Snapshot,
  since: CachedContents | undefined,
  written: Written | undefined,
): Promise<Contents> {
  if (since && written?.known === since.head) {
    await since.contents.add(snapshot.no, written);
    return since.contents;
  }
  const contents = new Contents();
  const { rows } = await snapshot.connection.query<{ written: Written }>(everything(snapshot.no, 0));
  if (rows[0]) await contents.add(snapshot.no, rows[0].written);
  if (contents.known.no > 0 && !('record' in snapshot)) cache.set(nameOf(snapshot), contents);
  return contents;
}

export interface CachedContents {
  readonly contents: Contents;
  readonly no: number;
  readonly head: string;
}

/**
 * The facts that were written after a change. `from` and `to` are the numbers of the changes at which a fact begins and
 * ends. `to` is null while the fact is in force.
 */
export interface Written {
  /** The current hash of the change that these facts follow. `head` is the hash of the last change. */
  readonly known: string | null;
  readonly head: string | null;
  readonly permissions:
    | readonly [id: string, appId: string, key: string, name: string, from: number, to: number | null][]
    | null;
  readonly held: readonly HeldFacts[] | null;
}
type HeldFacts = readonly [role: string, permissions: string[], froms: number[], ends: (number | null)[]];

/**
 * SQL for the facts written between two changes. Both bounds are given, because for a single bound PostgreSQL expects a
 * third of the rows and then reads the whole table.
 */
export const writtenSince = (since: unknown, no: unknown): Sql => {
  const facts = (table: string) => sql`(
    select f.* from ${identifier(table)} f where f.no_from between ${since} + 1 and ${no}
    union all
    select f.* from ${identifier(table)} f where f.no_to between ${since} + 1 and ${no} and ${ended('f')} and f.no_from <= ${since})`;
  const hash = (of: unknown) => sql`(select encode(c.hash, 'hex') from change c where c.no = ${of})`;
  const end = sql`nullif(f.no_to, 9223372036854775807)`;
  return sql`json_build_object(
    'known', ${hash(since)}, 'head', ${hash(no)},
    'permissions', (
      select json_agg(json_build_array(f.id, f.app_id, (select a.key from applications a where a.id = f.app_id limit 1), f.name, f.no_from, ${end}))
      from ${facts('permissions')} f
    ),
    'held', (
      select json_agg(json_build_array(f.role_id, f.permissions, f.froms, f.ends)) from (
        select f.role_id, json_agg(f.permission_id) as permissions, json_agg(f.no_from) as froms, json_agg(${end}) as ends
        from ${facts('role_permissions')} f group by f.role_id
      ) f
    )
  )`;
};

const everything = prepared<[no: number, since: number]>(
  'contents',
  (no, since) => sql`select ${writtenSince(since, no)} as written`,
);

interface Application {
  readonly appId: string;
  readonly key: string;
}

interface Called {
  readonly application: Application;
  readonly names: { readonly name: string; readonly from: number; to: number }[];
}

const openEnd = Number.POSITIVE_INFINITY;

/** The number of facts between two checks of the time. */
const atATime = 500;

/**
 * Caches contents by database, because tests open several databases in one process. An entry takes about 24 bytes for
 * each permission that a role holds or held.
 */
const cache = createBoundedCache<Contents>(2);

const nameOf = ({ connection }: Snapshot) => ('database' in connection ? String(connection.database) : '');
