/** Something that is wrong in a file. */
export interface Fault {
  /** As `people.yaml:12:5`: file, line and column, counted from 1. */
  readonly place: string;
  readonly detail: string;
  /** The key of a name that nothing has, where that is what is wrong. */
  readonly name?: string;
}

/** Files that cannot be taken: with everything that is wrong in them. */
export class FileFaults extends Error {
  override readonly name = 'FileFaults';
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    const count = faults.length;
    super(
      `${count === 1 ? 'This is' : `These ${count.toLocaleString('en')} are`} wrong in the files; nothing was changed.`,
    );
    this.faults = faults;
  }
}

/** A line for each, and what became of it. */
export const faultText = ({ faults, message }: FileFaults): string =>
  [...faults.map(({ place, detail }) => `${place}: ${detail}`), message, ''].join('\n');
