import type { Effect } from '../../store/plan/effects.ts';

/** What a plan told of everybody so far: somebody who loses at once what would have ended by itself is not told of it again when that comes. */
export class Told {
  /** By application and holder the effects that were told of them. */
  readonly #known = new Map<string, Map<string, Effect[]>>();

  /** Of effects at a later instant those alone, and of whom they concern those alone, of whom not all of it was told. */
  news(effects: readonly Effect[]): Effect[] {
    const news = effects.flatMap((effect) => {
      const known = this.#known.get(effect.application);
      if (!known) return [effect];
      const covered = new Map<string, boolean>();
      const holders = effect.holders.filter((holder) => {
        const told = known.get(holder);
        if (!told) return true;
        const key = told.map((it) => this.#place(it)).join();
        const isTold = covered.get(key) ?? covers(told, effect);
        covered.set(key, isTold);
        return !isTold;
      });
      if (holders.length === 0) return [];
      return [holders.length === effect.holders.length ? effect : { ...effect, holders }];
    });
    for (const effect of news) {
      const known = this.#known.get(effect.application) ?? new Map<string, Effect[]>();
      this.#known.set(effect.application, known);
      for (const holder of effect.holders) {
        const told = known.get(holder);
        if (told) told.push(effect);
        else known.set(holder, [effect]);
      }
    }
    return news;
  }

  readonly #places = new Map<Effect, number>();
  #place(effect: Effect): number {
    const place = this.#places.get(effect) ?? this.#places.size;
    this.#places.set(effect, place);
    return place;
  }
}

const covers = (told: readonly Effect[], { gains, loses, keeps }: Effect): boolean => {
  const among = (names: readonly string[], of: (effect: Effect) => readonly string[]) => {
    const known = new Set(told.flatMap(of));
    return names.every((name) => known.has(name));
  };
  return (
    among(gains.roles, (it) => it.gains.roles) &&
    among(gains.permissions, (it) => it.gains.permissions) &&
    among(loses.roles, (it) => it.loses.roles) &&
    among(loses.permissions, (it) => it.loses.permissions) &&
    among(keeps, (it) => it.keeps)
  );
};
