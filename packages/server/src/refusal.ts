import { type ErrorCode, type FieldError, type Problem, type ProblemExtras, problemOf } from '@licet/contract';
import { type CodeWithReason, type KindsOf, type ReasonOf, sentenceOf, type ValuesOf } from '@licet/contract/reasons';

/** A refusal with a code of the error catalogue. `message` says what happened, and to what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, cause === undefined ? {} : { cause });
    this.problem = problem;
  }
}

/**
 * Throws a {@link Refusal}. The contract defines each reason with the types of its values, and each language has its own sentence for it.
 * @param cause only for the log
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

/** The problem that {@link refuse} throws, for code that returns a problem instead. */
export function problemWith<Code extends CodeWithReason, Name extends ReasonOf<Code>>(
  code: Code,
  reason: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
  extras: ProblemExtras = {},
): Problem {
  const said = { reason, values: values as Problem['values'] };
  return problemOf(code, sentenceOf(code, reason, values), { ...said, ...extras });
}

/** Throws a refusal with a single fault. `detail` repeats the fault's sentence; the fault itself contains the reason. */
export function refuseFault(code: ErrorCode, only: FieldError, extras: ProblemExtras = {}): never {
  throw new Refusal(problemOf(code, only.detail, { ...extras, errors: [only] }));
}

/** An error for one field or line, with a reason code from the contract. */
export function fault<Name extends ReasonOf<'field'>>(
  at: Pick<FieldError, 'pointer' | 'line'>,
  reason: Name,
  values: ValuesOf<KindsOf<'field', Name>>,
): FieldError {
  return { ...at, detail: sentenceOf('field', reason, values), reason, values: values as FieldError['values'] };
}

/** A finding that is not a refusal: an English sentence, and the reason and values for other languages. */
export interface Finding extends Pick<FieldError, 'reason' | 'values'> {
  readonly sentence: string;
}

/** Creates a finding with a reason of the contract. */
export const finding = <Name extends ReasonOf<'finding'>>(
  reason: Name,
  values: ValuesOf<KindsOf<'finding', Name>>,
): Finding => ({ sentence: sentenceOf('finding', reason, values), reason, values: values as FieldError['values'] });

/** Turns a refusal into a finding. */
export const findingIn = ({ problem: { detail, reason, values } }: Refusal): Finding => ({
  sentence: detail,
  ...(reason !== undefined && { reason, values }),
});

/**
 * Returns the problem to write as the last line of a stream.
 * @throws the error itself if its cause belongs in the log. The caller then logs it and writes the line.
 */
export function problemForStream(error: unknown): Problem {
  if (error instanceof Refusal && error.problem.status < 500) return error.problem;
  throw error;
}
