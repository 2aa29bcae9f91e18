/** Random values that the same seed repeats. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a random number from 0 up to but not including 1 (mulberry32). */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(bound: number): number {
    return Math.floor(this.share() * bound);
  }

  /** Returns a random element of a list that is not empty. */
  of<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item;
  }

  /** Returns a random index from 0 to `count` - 1. The probabilities are roughly proportional to 1, 1/2, 1/3 … */
  ranked(count: number): number {
    return Math.min(count - 1, Math.floor((count + 1) ** this.share()) - 1);
  }

  /** Returns a log-normal random number. Half of the values are below `median`. `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
    return Math.max(1, Math.round(median * Math.exp(normal * spread)));
  }

  hex(bytes: number): string {
    let text = '';
    while (text.length < bytes * 2) text += this.below(4_294_967_296).toString(16).padStart(8, '0');
    return text.slice(0, bytes * 2);
  }

  /** Returns a UUID of version 7 for a time. */
  id(milliseconds: number): string {
    const time = milliseconds.toString(16).padStart(12, '0');
    const rest = this.hex(10);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
  }
}
