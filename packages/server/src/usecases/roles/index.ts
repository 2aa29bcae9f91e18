import type { Handlers } from '../handler.ts';
import { create } from './create.ts';
import { get, items, list } from './read.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';

export const roles: Handlers<'roles'> = { list, create, get, items, update, remove };
