/** A fault in a file. */
export interface Fault {
  /** As `people.yaml:12:5`: file, line and column, counted from 1. */
  readonly place: string;
  readonly detail: string;
  /** The key of the unknown name, if that is the fault. */
  readonly name?: string;
}

/** The files are not valid; contains all of their faults. */
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

/** One line for each fault, and the result. */
export const faultText = ({ faults, message }: FileFaults): string =>
  [...faults.map(({ place, detail }) => `${place}: ${detail}`), message, ''].join('\n');
