import type * as z from 'zod';
import { useKept } from '../../ui/form-draft.ts';

/**
 * A value that this browser keeps for the signed-in user, in the form that the schema describes. Anything else, such as
 * the value of another version of the console, counts as `empty`.
 */
export function useKeptAs<S extends z.ZodType<object>>(
  name: string,
  schema: S,
  empty: z.output<S>,
): [kept: z.output<S>, keep: (next: z.output<S>) => void] {
  const [kept, keep] = useKept<object>(name, empty);
  return [schema.safeParse(kept).data ?? empty, keep];
}
