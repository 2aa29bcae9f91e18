import type { Handlers } from '../handler.ts';
import { catalogue } from './catalogue.ts';
import { create } from './create.ts';
import { addOwner, removeOwner } from './owners.ts';
import { get, list, owners } from './read.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';
import { usage } from './usage.ts';

export const applications: Handlers<'applications'> = {
  list,
  create,
  get,
  update,
  remove,
  owners,
  addOwner,
  removeOwner,
  usage,
  catalogue,
};
