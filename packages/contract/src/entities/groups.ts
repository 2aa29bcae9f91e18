import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { id, instant, nameNow, principal, ref, version } from './common.ts';

const name = line(limits.nameMax.value, 'group_name');

/** A group of users and groups. */
export const group = z.strictObject({
  id,
  name,
  nameNow,
  description: z.string(),
  members: z.int(),
  createdAt: instant,
  version,
});
export type Group = z.infer<typeof group>;

/** A direct member of a group, with the number of users behind it. */
export const member = principal.extend({ since: instant, people: z.int() });
export type Member = z.infer<typeof member>;

/** A group of a user: directly, or through other groups (`via`, nearest first). */
export const groupOfUser = z.strictObject({
  group: ref,
  direct: z.boolean(),
  via: z.array(ref),
  since: instant.nullable(),
});

export const newGroup = z.strictObject({
  name,
  description: text(limits.descriptionMax.value, 'description').optional(),
});
