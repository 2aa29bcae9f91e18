import type { Handlers } from '../handler.ts';
import { access, accessIn } from './access.ts';
import { catalogue } from './catalogue.ts';
import { decision } from './decision.ts';
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
  decision,
  catalogue,
  sessions,
  endSession,
  signIns,
};
