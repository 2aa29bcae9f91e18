import type { Handlers } from '../handler.ts';
import { recoverAdmin } from './recoverAdmin.ts';
import { status } from './status.ts';

export const operator: Handlers<'operator'> = { status, recoverAdmin };
