import { type EffectiveAccess, effectiveAccess } from '../access/effective.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { prepared, sql } from '../kernel/sql.ts';
import type { Names } from '../plan/comparison.ts';
import type { Differing, Ends } from './differing.ts';
import { GrantsHeld } from './grants.ts';

/**
 * A moment at which a user gained or lost something for good, or its end changed: by a change, or (null) because a
 * grant began or ended.
 */
export interface Moment {
  readonly at: string;
  readonly change: number | null;
  readonly gains: Names;
  readonly loses: Names;
  readonly moves: Names;
}

type Kind = keyof Names;

/** A point in the history: the facts up to a number, at an instant. */
interface Point {
  readonly no: number;
  readonly at: string;
}

/**
 * Finds when the differences between two snapshots came about. Shared by all users in a request, because they ask at
 * the same changes.
 */
export class Moments {
  readonly #from: Snapshot;
  readonly #to: Snapshot;
  readonly #changes = new Map<number, Promise<{ at: string; before: string }>>();

  constructor(from: Snapshot, to: Snapshot) {
    this.#from = from;
    this.#to = to;
  }

  /** The moments at which one user's or program's access changed, earliest first. */
  async of(holderId: string, { application, gains, loses, moves }: Differing): Promise<Moment[]> {
    const held = new Map<string, Promise<EffectiveAccess>>();
    const access = ({ no, at }: Point) => {
      const key = `${no} ${at}`;
      const asked = held.get(key) ?? effectiveAccess({ ...this.#from, no, at, asOf: at }, holderId, application);
      held.set(key, asked);
      return asked;
    };
    const lasts = new Map<string, Promise<Ends>>();
    const ends = (point: Point) => {
      const key = `${point.no} ${point.at}`;
      const asked = lasts.get(key) ?? this.#ends(point, holderId, application);
      lasts.set(key, asked);
      return asked;
    };
    const final = moves.roles.length + moves.permissions.length > 0 ? await ends(this.#to) : undefined;
    const found = new Map<string, Moment & { gains: Lists; loses: Lists; moves: Lists }>();
    for (const [side, names] of [
      ['gains', gains],
      ['loses', loses],
      ['moves', moves],
    ] as const)
      for (const kind of ['roles', 'permissions'] as const)
        for (const name of names[kind]) {
          const { at, change } = await this.#moment(
            async (point) =>
              side === 'moves'
                ? (await ends(point))[kind].get(name) === final?.[kind].get(name)
                : (await access(point))[kind].some((it) => it.name === name) === (side === 'gains'),
            async (point) => (await access(point)).changesAt,
          );
          const moment = found.get(at) ?? { at, change, gains: none(), loses: none(), moves: none() };
          moment[side][kind].push(name);
          found.set(at, moment);
        }
    return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  /**
   * A moment before which `done` is false and after which it is true, by binary search: twenty steps find one of a
   * million changes.
   */
  async #moment(
    done: (point: Point) => Promise<boolean>,
    turn: (point: Point) => Promise<string | null>,
  ): Promise<{ at: string; change: number | null }> {
    let low: Point = this.#from;
    let high: Point = { no: this.#to.no + 1, at: this.#to.at };
    while (high.no - low.no > 1) {
      const no = Math.floor((low.no + high.no) / 2);
      const point = { no, at: (await this.#change(no)).at };
      if (await done(point)) high = point;
      else low = point;
    }
    if (high.no <= this.#to.no) {
      const { before } = await this.#change(high.no);
      if (before < low.at || !(await done({ no: low.no, at: before }))) return { at: high.at, change: high.no };
    }
    for (let { at } = low; ; ) {
      const next = await turn({ no: low.no, at });
      if (next === null || next >= high.at) return { at: high.at, change: null };
      if (await done({ no: low.no, at: next })) return { at: next, change: null };
      at = next;
    }
  }

  async #ends({ no, at }: Point, holderId: string, application: string): Promise<Ends> {
    return (await GrantsHeld.at({ ...this.#from, no, at, asOf: at }, [holderId])).ends(holderId, application);
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

interface Lists {
  readonly roles: string[];
  readonly permissions: string[];
}

const none = (): Lists => ({ roles: [], permissions: [] }) satisfies Record<Kind, string[]>;

const changeAt = prepared<[no: number]>(
  'change-at',
  (no) => sql`select c.at, c.at - interval '1 microsecond' as before from change c where c.no = ${no}`,
);
