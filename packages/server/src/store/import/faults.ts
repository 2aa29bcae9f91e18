import { type FieldError, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';

/** Faulty lines: the first of them, and how many there are. */
export class Faults {
  readonly shown: FieldError[] = [];
  count = 0;

  add(fault: FieldError): void {
    this.count += 1;
    if (this.shown.length < limits.importErrorsShown.value) this.shown.push(fault);
  }

  /** @throws Refusal `import_rejected` when there are any. `of` is what is counted: lines, entries. */
  refuseAny(of: { readonly one: string; readonly many: string }): void {
    if (this.count === 0) return;
    const shown = this.count > this.shown.length ? ` The first ${this.shown.length} are named.` : '';
    const many = this.count === 1 ? `One ${of.one} of the file is` : `${this.count} ${of.many} of the file are`;
    refuse('import_rejected', `${many} not valid.${shown}`, { errors: this.shown });
  }
}
