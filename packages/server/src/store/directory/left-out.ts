import { type DirectoryReport, limits } from '@licet/contract';
import type { Finding } from '../../refusal.ts';

type Line = DirectoryReport['leftOut'][number];

/** What was left out, one line for each reason: the first names, and their number. */
export class LeftOut {
  readonly #lines: Map<string, Line>;

  constructor(before: readonly Line[] = []) {
    this.#lines = new Map(before.map((line) => [line.why, { ...line, names: [...line.names] }]));
  }

  add({ sentence: why, ...said }: Finding, name: string): void {
    const line = this.#lines.get(why) ?? { why, ...said, count: 0, names: [] };
    line.count += 1;
    if (line.names.length < limits.importErrorsShown.value) line.names.push(name);
    this.#lines.set(why, line);
  }

  lines(): Line[] {
    return [...this.#lines.values()];
  }
}
