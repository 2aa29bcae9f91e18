import { fault, refuse } from '../../refusal.ts';
import type { Reading } from './parsed.ts';

/** The lines of a text that arrives in pieces, without line ends and byte order mark. */
export class Lines {
  #text = '';
  #from = 0;
  /** The number of lines so far. */
  count = 0;
  readonly #longest: number;

  constructor(longest = twoNames) {
    this.#longest = longest;
  }

  /** The next complete line. */
  take(): string | undefined {
    const feed = this.#text.indexOf('\n', this.#from);
    if (feed < 0) return undefined;
    const end = feed > this.#from && this.#text.charCodeAt(feed - 1) === carriageReturn ? feed - 1 : feed;
    const line = this.#text.slice(this.#from, end);
    this.#from = feed + 1;
    this.count += 1;
    return line;
  }

  /** Gets more of the text. Whether there was any. @throws Refusal `import_rejected` when a line is longer than any can be */
  *more(): Reading<boolean> {
    const begun = this.#text.slice(this.#from);
    if (begun.length > this.#longest) {
      const errors = [fault({ line: this.count + 1 }, 'import_line_too_long', { most: this.#longest })];
      refuse('import_rejected', 'file_not_lines', {}, { errors });
    }
    const piece = yield 'more';
    if (piece === undefined && begun === '') return false;
    this.#text = begun + (piece ?? '\n');
    this.#from = this.count === 0 && this.#text.startsWith('\uFEFF') ? 1 : 0;
    return true;
  }
}

const carriageReturn = 0x0d;

/** Two names of the maximum length, each character a doubled quote, and some room. */
const twoNames = 4096;
