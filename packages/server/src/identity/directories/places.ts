/** A limited number at a time; others wait in line, for a limited time. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Whether there was one in time. It is given back by `give`. */
  async take(patience: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((taken) => {
      const next = () => {
        clearTimeout(timer);
        taken(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        taken(false);
      }, patience);
      this.#waiting.push(next);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
