/** From when to when a fact was in force: of the changes from `noFrom` to before `noTo`, and where it has them from a start to before an end. */
export interface Span {
  readonly noFrom: number;
  readonly noTo: number;
  readonly starts?: string | null;
  /** `infinity` when there is none. */
  readonly ends?: string | null;
}

/** At which of some ascending instants things are so: a bit for each instant, and so one operation for 32 of them. */
export class Spans {
  readonly #numbers: readonly number[];
  readonly #instants: readonly string[];
  readonly #words: number;
  readonly #of = new Map<string, Uint32Array>();

  /** @param numbers of the last change that was made by each of the instants */
  constructor(numbers: readonly number[], instants: readonly string[]) {
    this.#numbers = numbers;
    this.#instants = instants;
    this.#words = Math.ceil(instants.length / 32);
  }

  /** It is so at every instant. */
  always(id: string): void {
    this.#at(id).fill(0xffffffff);
  }

  /** It is so while a fact is in force. */
  add(id: string, span: Span): void {
    this.#join(this.#at(id), span);
  }

  /** It is not so while a fact is in force. */
  remove(id: string, span: Span): void {
    const bits = this.#of.get(id);
    if (!bits) return;
    const [from, to] = this.#range(span);
    for (let place = from; place < to; place += 1) bits[place >> 5] = (bits[place >> 5] ?? 0) & ~(1 << (place & 31));
  }

  /** What is so of one thing is so of another while a fact is in force. @returns whether that is news */
  through(from: string, to: string, span: Span): boolean {
    const given = this.#of.get(from);
    return given !== undefined && this.#join(this.#at(to), span, given);
  }

  /** The same along many links, as far as they reach. */
  carry(links: readonly (Span & { readonly from: string; readonly to: string })[]): void {
    for (let news = true; news; ) {
      news = false;
      for (const link of links) news = this.through(link.from, link.to, link) || news;
    }
  }

  any(id: string): boolean {
    return this.#of.get(id)?.some((word) => word !== 0) ?? false;
  }

  /** Of how many of some things it is so, at each instant. */
  count(ids: Iterable<string>): number[] {
    const counts = this.#instants.map(() => 0);
    for (const id of ids) {
      const bits = this.#of.get(id);
      if (!bits) continue;
      for (let place = 0; place < counts.length; place += 1)
        counts[place] = (counts[place] ?? 0) + (((bits[place >> 5] ?? 0) >>> (place & 31)) & 1);
    }
    return counts;
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

/** How many of an ascending list are less. */
function before<Value extends number | string>(list: readonly Value[], value: Value): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
