import type { Handlers } from '../handler.ts';
import { create } from './create.ts';
import { addMember, removeMember } from './members.ts';
import { get, grants, list, members } from './read.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';

export const groups: Handlers<'groups'> = {
  list,
  create,
  get,
  update,
  remove,
  members,
  addMember,
  removeMember,
  grants,
};
