import { roleChange } from '@licet/contract';
import type { FormSchema } from '../../../ui/form.ts';
import { type RoleValues, roleBody } from './role-fields.tsx';

/** The body of a call that makes or changes a role. */
export type RoleBody = ReturnType<typeof roleBody>;

/** The contract's rules for a role, on what the form holds. */
export const roleForm: FormSchema<RoleBody> = {
  safeParse: (input) => {
    const body = roleBody(input as RoleValues);
    const parsed = roleChange.safeParse(body);
    return parsed.success ? { success: true, data: body } : { success: false, error: parsed.error };
  },
};
