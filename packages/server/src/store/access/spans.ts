import { breathing } from '../../breathing.ts';

/** The period of a fact: from change `noFrom` until before `noTo`, and, if given, from a start until before an end. */
export interface Span {
  readonly noFrom: number;
  readonly noTo: number;
  readonly starts?: string | null;
  /** `infinity` if it has no end. */
  readonly ends?: string | null;
}

/** A fact that passes on instants from the set of one id to the set of another. */
interface Link extends Span {
  readonly from: string;
  readonly to: string;
}

/** Ranges of places in a list of instants, by id: from one place (included) to another (excluded). */
export interface Ranges {
  readonly ids: readonly string[];
  readonly froms: readonly number[];
  readonly tos: readonly number[];
}

/** Sets of instants by id. Each instant is one bit, so one operation covers 32 instants. */
export class Spans {
  readonly #numbers: readonly number[];
  readonly #instants: readonly string[];
  readonly #words: number;
  readonly #of = new Map<string, Uint32Array>();

  /** @param numbers for each instant, the number of the last change at or before it */
  constructor(numbers: readonly number[], instants: readonly string[]) {
    this.#numbers = numbers;
    this.#instants = instants;
    this.#words = Math.ceil(instants.length / 32);
  }

  /** Adds every instant to the set of an id. */
  always(id: string): void {
    this.#at(id).fill(0xffffffff);
  }

  /** Adds the instants at which a fact is in force. */
  add(id: string, span: Span): void {
    this.#join(this.#at(id), span);
  }

  /** Removes the instants at which a fact is in force. */
  remove(id: string, span: Span): void {
    const bits = this.#of.get(id);
    if (!bits) return;
    const [from, to] = this.#range(span);
    for (let place = from; place < to; place += 1) bits[place >> 5] = (bits[place >> 5] ?? 0) & ~(1 << (place & 31));
  }

  /**
   * Adds to the set of `to` the instants of the set of `from` at which a fact is in force.
   * @returns whether that adds anything
   */
  through(from: string, to: string, span: Span): boolean {
    const given = this.#of.get(from);
    return given !== undefined && this.#join(this.#at(to), span, given);
  }

  /**
   * Follows the links with {@link Spans.through} until nothing is added, and lets other requests run meanwhile. Follows
   * the links into an id before those out of it, so that one round is enough without cycles. Links that were
   * reversed at some time in the history can form a cycle.
   */
  async carry(links: readonly Link[]): Promise<void> {
    const breathe = breathing();
    const linksFrom = Map.groupBy(links, ({ from }) => from);
    const order = sourcesFirst(linksFrom);
    const grown = new Set(order);
    while (grown.size > 0)
      for (const id of order) {
        if (!grown.delete(id)) continue;
        await breathe();
        for (const link of linksFrom.get(id) ?? [])
          if (this.through(id, link.to, link) && linksFrom.has(link.to)) grown.add(link.to);
      }
  }

  /** The sets as ranges; a set with gaps has several. */
  ranges(): Ranges {
    const [ids, froms, tos]: [string[], number[], number[]] = [[], [], []];
    for (const id of this.#of.keys())
      for (let place = 0; place < this.#instants.length; place += 1) {
        if (!this.has(id, place)) continue;
        const from = place;
        while (place < this.#instants.length && this.has(id, place)) place += 1;
        ids.push(id);
        froms.push(from);
        tos.push(place);
      }
    return { ids, froms, tos };
  }

  /** Whether the set of an id contains the instant at a place of the list. */
  has(id: string, place: number): boolean {
    return (((this.#of.get(id)?.[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1;
  }

  #at(id: string): Uint32Array {
    const known = this.#of.get(id) ?? new Uint32Array(this.#words);
    this.#of.set(id, known);
    return known;
  }

  #join(bits: Uint32Array, span: Span, among?: Uint32Array): boolean {
    const [from, to] = this.#range(span);
    let news = 0;
    for (let word = from >> 5; word << 5 < to; word += 1) {
      const start = Math.max(from - (word << 5), 0);
      const end = Math.min(to - (word << 5), 32);
      const mask = (end === 32 ? 0xffffffff : (1 << end) - 1) & (start === 0 ? 0xffffffff : ~((1 << start) - 1));
      const added = mask & (among?.[word] ?? 0xffffffff) & ~(bits[word] ?? 0);
      bits[word] = (bits[word] ?? 0) | added;
      news |= added;
    }
    return news !== 0;
  }

  #range({ noFrom, noTo, starts, ends }: Span): [from: number, to: number] {
    const from = Math.max(before(this.#numbers, noFrom), starts ? before(this.#instants, starts) : 0);
    const to = Math.min(before(this.#numbers, noTo), ends ? before(this.#instants, ends) : this.#instants.length);
    return [from, Math.max(from, to)];
  }
}

/** The number of elements of an ascending list that are less than the value. */
function before<Value extends number | string>(list: readonly Value[], value: Value): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ids with links, each before the ids to which its links lead, except within cycles: the reverse of a depth-first postorder. */
function sourcesFirst(linksFrom: ReadonlyMap<string, readonly Link[]>): string[] {
  const seen = new Set<string>();
  const left: string[] = [];
  for (const root of linksFrom.keys()) {
    const path = seen.has(root) ? [] : [{ id: root, next: 0 }];
    seen.add(root);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const link = linksFrom.get(last.id)?.[last.next];
      last.next += 1;
      if (link === undefined) {
        left.push(last.id);
        path.pop();
      } else if (linksFrom.has(link.to) && !seen.has(link.to)) {
        seen.add(link.to);
        path.push({ id: link.to, next: 0 });
      }
    }
  }
  return left.reverse();
}
