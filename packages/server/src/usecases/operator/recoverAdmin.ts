import type { Handlers } from '../handler.ts';
import { recoverAdmin as recover } from '../setup/recoverAdmin.ts';

export const recoverAdmin: Handlers<'operator'>['recoverAdmin'] = (context, { body }) =>
  recover(context, body.username);
