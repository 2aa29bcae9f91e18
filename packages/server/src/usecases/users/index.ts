import type { Handlers } from '../handler.ts';
import { create } from './create.ts';
import { endSessions } from './endSessions.ts';
import { passwordLink } from './passwordLink.ts';
import { access, get, grants, groups, list } from './read.ts';
import { remove } from './remove.ts';
import { sessions } from './sessions.ts';
import { signIns } from './signIns.ts';
import { reactivate, suspend } from './suspend.ts';
import { update } from './update.ts';

export const users: Handlers<'users'> = {
  list,
  create,
  get,
  update,
  remove,
  suspend,
  reactivate,
  passwordLink,
  access,
  groups,
  grants,
  sessions,
  endSessions,
  signIns,
};
