import { type FieldError, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';

/** Faulty lines: the first ones, and their number. */
export class Faults {
  readonly shown: FieldError[] = [];
  count = 0;

  add(fault: FieldError): void {
    this.count += 1;
    if (this.shown.length < limits.importErrorsShown.value) this.shown.push(fault);
  }

  /** @throws Refusal `import_rejected` when there are any. `of` is what is counted. */
  refuseAny(of: 'line' | 'entry'): void {
    const { count, shown: errors } = this;
    if (count === 0) return;
    if (count === errors.length) refuse('import_rejected', 'file_lines_not_valid', { of, count }, { errors });
    const values = { of, count, shown: errors.length };
    refuse('import_rejected', 'file_lines_not_valid_beyond', values, { errors });
  }
}
