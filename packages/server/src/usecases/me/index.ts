import type { Handlers } from '../handler.ts';
import { access, accessIn } from './access.ts';
import { endSession } from './endSession.ts';
import { home } from './home.ts';
import { password } from './password.ts';
import { get, update } from './profile.ts';
import { sessions } from './sessions.ts';
import { signIns } from './signIns.ts';

export const me: Handlers<'me'> = {
  get,
  update,
  password,
  home,
  access,
  accessIn,
  sessions,
  endSession,
  signIns,
};
