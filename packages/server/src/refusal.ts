import { type ErrorCode, type FieldError, type Problem, type ProblemExtras, problemOf } from '@licet/contract';
import { type CodeWithReason, type KindsOf, type ReasonOf, sentenceOf, type ValuesOf } from '@licet/contract/reasons';

/** A refusal with a code of the error catalogue. `message` says what happened, to what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, cause === undefined ? {} : { cause });
    this.problem = problem;
  }
}

/**
 * Throws a {@link Refusal}. A reason of the contract types its values, and each language writes its own sentence of it.
 * @param cause goes to the log
 */
export function refuse<Code extends CodeWithReason, Name extends ReasonOf<Code>>(
  code: Code,
  reason: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
  extras?: ProblemExtras,
  cause?: unknown,
): never {
  throw new Refusal(problemWith(code, reason, values, extras), cause);
}

/** The problem that {@link refuse} throws, for code that returns it. */
export function problemWith<Code extends CodeWithReason, Name extends ReasonOf<Code>>(
  code: Code,
  reason: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
  extras: ProblemExtras = {},
): Problem {
  const said = { reason, values: values as Problem['values'] };
  return problemOf(code, sentenceOf(code, reason, values), { ...said, ...extras });
}

/** Throws a refusal with a single fault: `detail` repeats its sentence, and the fault carries the reason. */
export function refuseFault(code: ErrorCode, only: FieldError, extras: ProblemExtras = {}): never {
  throw new Refusal(problemOf(code, only.detail, { ...extras, errors: [only] }));
}

/** The fault of a field or a line, by a reason of the contract. */
export function fault<Name extends ReasonOf<'field'>>(
  at: Pick<FieldError, 'pointer' | 'line'>,
  reason: Name,
  values: ValuesOf<KindsOf<'field', Name>>,
): FieldError {
  return { ...at, detail: sentenceOf('field', reason, values), reason, values: values as FieldError['values'] };
}

/** A finding that is not a refusal: its English sentence, with the reason and the values for other languages. */
export interface Finding extends Pick<FieldError, 'reason' | 'values'> {
  readonly sentence: string;
}

/** Creates a finding by a reason of the contract. */
export const finding = <Name extends ReasonOf<'finding'>>(
  reason: Name,
  values: ValuesOf<KindsOf<'finding', Name>>,
): Finding => ({ sentence: sentenceOf('finding', reason, values), reason, values: values as FieldError['values'] });

/** The finding in a refusal. */
export const findingIn = ({ problem: { detail, reason, values } }: Refusal): Finding => ({
  sentence: detail,
  ...(reason !== undefined && { reason, values }),
});

/** The problem for the last line of a stream. @throws the error itself if its cause belongs in the log: the caller then logs it and writes the line */
export function problemForStream(error: unknown): Problem {
  if (error instanceof Refusal && error.problem.status < 500) return error.problem;
  throw error;
}
