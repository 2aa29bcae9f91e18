import type { Ref } from '@licet/contract';
import { effectiveAccess } from '../access/effective.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { prepared, sql } from '../kernel/sql.ts';
import type { Names } from '../plan/comparison.ts';
import type { Differing, Ends } from './differing.ts';
import { GrantsHeld } from './grants.ts';
import { Reading } from './reading.ts';

/**
 * A moment at which a user gained or lost something for good, or at which the end of something changed. `change` is
 * null if a grant began or ended then.
 */
export interface Moment {
  readonly at: string;
  readonly change: number | null;
  readonly gains: Names;
  readonly loses: Names;
  readonly moves: Names;
}

type Kind = keyof Names;

/** A point in the history: an instant, with the facts up to a change number. */
interface Point {
  readonly no: number;
  readonly at: string;
}

/** One of the names whose moment is sought. */
interface Sought {
  readonly side: 'gains' | 'loses' | 'moves';
  readonly kind: Kind;
  readonly name: string;
}

/** Reads the state at a point. Returns a function that tells whether a sought name already has its final state. */
type State = (point: Point) => Promise<(sought: Sought) => boolean>;

/** A search for moments: how to read the state at a point, and where to report the moments found. */
interface Search {
  readonly state: State;
  /** The next start or end of a grant after a point. */
  readonly turn: (point: Point) => Promise<string | null>;
  readonly tell: (found: readonly Sought[], moment: Pick<Moment, 'at' | 'change'>) => void;
}

/**
 * Finds the moments at which the differences between two snapshots arose. All users in a request share one instance,
 * because their differences come from the same changes.
 */
export class Moments {
  readonly #from: Snapshot;
  readonly #to: Snapshot;
  readonly #reading: Reading;
  readonly #changes = new Map<number, Promise<{ at: string; before: string }>>();

  constructor(from: Snapshot, to: Snapshot, reading = new Reading()) {
    this.#from = from;
    this.#to = to;
    this.#reading = reading;
  }

  /** The moments at which one user's or program's access changed, earliest first. @throws TooMuch */
  async of(holderId: string, { application, gains, loses, moves }: Differing): Promise<Moment[]> {
    const access = async (point: Point) => {
      const { no, at } = point;
      const asked = { ...this.#from, no, at, asOf: at };
      const { roles, permissions, changesAt } = await effectiveAccess(asked, holderId, application);
      this.#reading.take(roles.length + permissions.length + ofOneLook);
      await this.#reading.breathe();
      const names = (refs: readonly Ref[]) => new Set(refs.map(({ name }) => name));
      return { roles: names(roles), permissions: names(permissions), changesAt };
    };
    const found = new Map<string, Moment & { gains: Lists; loses: Lists; moves: Lists }>();
    const search = {
      turn: async (point: Point) => (await access(point)).changesAt,
      tell: (those: readonly Sought[], { at, change }: Pick<Moment, 'at' | 'change'>) => {
        const moment = found.get(at) ?? { at, change, gains: none(), loses: none(), moves: none() };
        for (const { side, kind, name } of those) moment[side][kind].push(name);
        if (those.length > 0) found.set(at, moment);
      },
    };
    const held: State = async (point) => {
      const has = await access(point);
      return ({ side, kind, name }) => has[kind].has(name) === (side === 'gains');
    };
    const span = [this.#from, { no: this.#to.no + 1, at: this.#to.at }] as const;
    await this.#find([...soughtIn('gains', gains), ...soughtIn('loses', loses)], span, { ...search, state: held });
    const movedEnds = soughtIn('moves', moves);
    if (movedEnds.length === 0) return sortedByInstant(found.values());
    const final = await this.#ends(this.#to, holderId, application);
    const lasting: State = async (point) => {
      const ends = await this.#ends(point, holderId, application);
      return ({ kind, name }) => ends[kind].get(name) === final[kind].get(name);
    };
    await this.#find(movedEnds, span, { ...search, state: lasting });
    return sortedByInstant(found.values());
  }

  /**
   * Finds the moment of each name by binary search: the change from which the state is the same as at the end. In a
   * million changes this takes twenty steps. Names that the same change gave are searched together.
   */
  async #find(all: readonly Sought[], [low, high]: readonly [Point, Point], search: Search): Promise<void> {
    if (all.length === 0) return;
    const split = async (sought: readonly Sought[], point: Point) => {
      const isDone = await search.state(point);
      return { done: sought.filter(isDone), later: sought.filter((it) => !isDone(it)) };
    };
    if (high.no - low.no > 1) {
      const no = Math.floor((low.no + high.no) / 2);
      const point = { no, at: (await this.#change(no)).at };
      const { done, later } = await split(all, point);
      await this.#find(done, [low, point], search);
      return this.#find(later, [point, high], search);
    }
    let rest = all;
    if (high.no <= this.#to.no) {
      const { before } = await this.#change(high.no);
      const { done, later } = before < low.at ? { done: [], later: all } : await split(all, { no: low.no, at: before });
      search.tell(later, { at: high.at, change: high.no });
      rest = done;
    }
    for (let { at } = low; rest.length > 0; ) {
      const next = await search.turn({ no: low.no, at });
      if (next === null || next >= high.at) return search.tell(rest, { at: high.at, change: null });
      const { done, later } = await split(rest, { no: low.no, at: next });
      search.tell(done, { at: next, change: null });
      rest = later;
      at = next;
    }
  }

  async #ends({ no, at }: Point, holderId: string, application: string): Promise<Ends> {
    const held = await GrantsHeld.at({ ...this.#from, no, at, asOf: at }, holderId, application, this.#reading);
    return held.ends();
  }

  #change(no: number): Promise<{ at: string; before: string }> {
    const known = this.#changes.get(no) ?? this.#read(no);
    this.#changes.set(no, known);
    return known;
  }

  async #read(no: number): Promise<{ at: string; before: string }> {
    const { rows } = await this.#from.connection.query<{ at: string; before: string }>(changeAt(no));
    return rows[0] ?? { at: this.#to.at, before: this.#to.at };
  }
}

/** The cost of reading the state at one point, in addition to the cost of the names. */
const ofOneLook = 500;

const soughtIn = (side: Sought['side'], names: Names): Sought[] =>
  (['roles', 'permissions'] as const).flatMap((kind) => names[kind].map((name) => ({ side, kind, name })));

const sortedByInstant = (moments: Iterable<Moment>): Moment[] => [...moments].sort((a, b) => (a.at < b.at ? -1 : 1));

interface Lists {
  readonly roles: string[];
  readonly permissions: string[];
}

const none = (): Lists => ({ roles: [], permissions: [] }) satisfies Record<Kind, string[]>;

const changeAt = prepared<[no: number]>(
  'change-at',
  (no) => sql`select c.at, c.at - interval '1 microsecond' as before from change c where c.no = ${no}`,
);
