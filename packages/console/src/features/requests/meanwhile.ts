import { asProblem } from '../../ui/problem.ts';

const MEANWHILE: ReadonlySet<string> = new Set(['version_conflict', 'wrong_state', 'not_your_step', 'voted_already']);

/** Whether it failed because the request is no longer what was on the screen: somebody else decided it, or it was taken back. */
export const meanwhile = (error: unknown): boolean => MEANWHILE.has(asProblem(error).code ?? '');

/** Why it was refused, in a sentence. */
export function meanwhileText(error: unknown): string {
  const { title, detail } = asProblem(error);
  return detail ?? title;
}
