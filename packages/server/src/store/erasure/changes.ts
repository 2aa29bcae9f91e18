import { erasedName } from '@licet/contract';
import { type ChainedChange, commitmentOfChange, Erasures, hashOfChange } from '@licet/contract/audit-chain';
import { breathing } from '../../breathing.ts';
import { refuse } from '../../refusal.ts';
import { chainedColumns } from '../audit/chained-changes.ts';
import { erasedRows, listErasures } from '../audit/erasures.ts';
import { newSalt } from '../kernel/chain.ts';
import type { Change } from '../kernel/change.ts';
import { sha256 } from '../kernel/sha256.ts';
import { sql } from '../kernel/sql.ts';
import { blankJson, blankTarget, type Reference, type TakenOut } from './blank.ts';
import { type KnownBy, nameKeyOf } from './known-by.ts';
import type { Referring } from './referring.ts';

/** An event from which an erasure removes something. */
export interface ErasedEvent
  extends Pick<ChainedChange, 'no' | 'at' | 'action' | 'targetKind' | 'targetId' | 'targetName'> {
  readonly reference: Reference;
  readonly takenOut: readonly TakenOut[];
}

/**
 * Removes a person from the changes that refer to them. The ids stay, so it is still recorded who did what and when.
 * Returns what was removed from each change, in the order of the changes.
 * @param drafted whether the change is a draft
 * @throws Refusal `wrong_state` if a change differs from what was hashed: an erasure must not hide that
 */
export async function eraseFromChanges(
  change: Change,
  known: KnownBy,
  referring: Referring,
  drafted = false,
): Promise<ErasedEvent[]> {
  const { connection, no } = change;
  const about = [known.id, ...referring.theirs, ...referring.related];
  const { rows: found } = await connection.query<Found>(sql`
    select c.no, octet_length(concat(c.before, c.after)) as bytes from change c
    where c.no < ${no} and (c.actor_id = ${known.id} or c.target_id = any(${about}::text[]) or c.no = any(${[...referring.changes]}::int8[])
      or concat_ws(' ', c.target_name, c.before::text, c.after::text, ${nameKeyOf(sql`concat_ws(' ', c.target_name, c.before::text, c.after::text)`)})
        like any(${patternsOf(known)}::text[]))
    order by c.no`);
  const erasures = new Erasures(await listErasures(connection));
  // Reads the tables themselves, because the views of a draft have a different row type.
  for (const row of await erasedRows(connection, drafted ? 'public.' : ''))
    if (!erasures.left(row)) refuse('wrong_state', 'audit_altered', { event: row.rowNo });
  const events: ErasedEvent[] = [];
  const breathe = breathing();
  for (const numbers of inParts(found)) {
    const { rows } = await connection.query<ChainedChange>(
      sql`select ${chainedColumns} from change c where c.no = any(${numbers}::int8[]) order by c.no`,
    );
    const erased: Erased[] = [];
    for (const row of rows) {
      erased.push(...blanked(row, known, referring, erasures));
      await breathe();
    }
    if (erased.length === 0) continue;
    await change.sideEffects(async () => {
      await connection.query(`select set_config('licet.erasing', 'on', true)`);
      await write(change, erased);
      await connection.query(`select set_config('licet.erasing', '', true)`);
    });
    for (const { was, reference, takenOut } of erased) {
      const { at, action, targetKind, targetId, targetName } = was;
      events.push({ no: was.no, at, action, targetKind, targetId, targetName, reference, takenOut });
    }
  }
  return events;
}

interface Found {
  readonly no: number;
  readonly bytes: number;
}

/** The numbers of changes in batches. A person can have any number of changes, and some events are very long. */
function* inParts(found: readonly Found[]): Generator<readonly number[]> {
  let part: number[] = [];
  let size = 0;
  for (const { no, bytes } of found) {
    if (part.length === changesAtOnce || (part.length > 0 && size + bytes > bytesAtOnce)) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(no);
    size += bytes;
  }
  if (part.length > 0) yield part;
}
const changesAtOnce = 500;
const bytesAtOnce = 4_194_304;

interface Erased extends ChainedChange {
  readonly committed: string;
  readonly remains: string;
  readonly was: ChainedChange;
  readonly reference: Reference;
  readonly takenOut: readonly TakenOut[];
}

/** The change without the person; nothing if it does not name them. */
function blanked(row: ChainedChange, known: KnownBy, referring: Referring, erasures: Erasures): Erased[] {
  const reference = referenceOf(row, known, referring);
  const reading = { known, reference, no: row.no, theirs: referring.theirs };
  const takenOut: TakenOut[] = [];
  // Consecutive equal entries are stored once, because a list can name the person very often.
  const taken = (it: TakenOut) => {
    const last = takenOut.at(-1);
    if (it.field !== last?.field || it.text !== last.text) takenOut.push(it);
  };
  const next = {
    ...row,
    actorName: row.actorId === known.id ? erasedName : row.actorName,
    targetName: blankTarget(row.targetKind, row.targetName, reading),
    before: blankJson(row.before, reading, 'before', taken),
    after: blankJson(row.after, reading, 'after', taken),
  };
  const same = (['actorName', 'targetName', 'before', 'after'] as const).every((field) => next[field] === row[field]);
  if (same) return [];
  if (hashOfChange(sha256, row) !== row.hash || !asLeft(row, erasures))
    refuse('wrong_state', 'audit_altered', { event: row.no });
  if (next.targetName !== row.targetName) takenOut.unshift({ field: 'target', text: row.targetName });
  if (next.actorName !== row.actorName) takenOut.unshift({ field: 'actor', text: row.actorName });
  const committed = row.committed ?? (row.version < 3 ? row.hash : commitmentOfChange(sha256, row));
  const salted = { ...next, salt: newSalt() };
  return [{ ...salted, committed, remains: commitmentOfChange(sha256, salted), was: row, reference, takenOut }];
}

function referenceOf(
  { no, actorId, targetId }: ChainedChange,
  { id }: KnownBy,
  { theirs, related, changes }: Referring,
): Reference {
  if (targetId === id) return 'of_them';
  if (theirs.has(targetId)) return 'of_theirs';
  return actorId === id || related.has(targetId) || changes.has(no) ? 'by_id' : 'by_name';
}

/** Whether a change differs from what was hashed only by earlier erasures. */
const asLeft = (row: ChainedChange, erasures: Erasures) =>
  row.committed === null ||
  erasures.left({
    of: 'change',
    id: null,
    rowNo: row.no,
    committed: row.committed,
    found: commitmentOfChange(sha256, row),
  });

async function write({ connection, no }: Change, erased: readonly Erased[]): Promise<void> {
  await connection.query(sql`
    update change c set actor_name = it.actor_name, target_name = it.target_name, before = it.before, after = it.after,
      salt = decode(it.salt, 'hex'), committed = decode(it.committed, 'hex')
    from unnest(${erased.map((it) => it.no)}::int8[], ${erased.map((it) => it.actorName)}::text[],
      ${erased.map((it) => it.targetName)}::text[], ${erased.map((it) => it.before)}::json[], ${erased.map((it) => it.after)}::json[],
      ${erased.map((it) => it.salt)}::text[], ${erased.map((it) => it.committed)}::text[])
      it (no, actor_name, target_name, before, after, salt, committed)
    where c.no = it.no`);
  const inTheClear = (value: (it: Erased) => string) => erased.map((it) => (it.version < 3 ? value(it) : null));
  await connection.query(sql`
    insert into erasures (of_kind, row_no, original, remains, line, line_now, no_from)
    select 'change', it.no, decode(it.original, 'hex'), decode(it.remains, 'hex'), decode(it.line, 'hex'), decode(it.now, 'hex'), ${no}
    from unnest(${erased.map((it) => it.no)}::int8[], ${erased.map((it) => it.committed)}::text[], ${erased.map((it) => it.remains)}::text[],
      ${inTheClear((it) => it.committed)}::text[], ${inTheClear((it) => it.remains)}::text[]) it (no, original, remains, line, now)`);
}

const patternsOf = ({ words }: KnownBy): string[] =>
  words
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
