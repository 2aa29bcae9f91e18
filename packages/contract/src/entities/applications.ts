import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line, ofOneScriptAWord, text } from '../names.ts';
import { instant, nameNow, principal, ref, version } from './common.ts';

const name = line(limits.nameMax.value, 'name');

/** A protected application. Its `id` is chosen once and is the audience of its tokens. */
export const application = z.strictObject({
  id: applicationId,
  name,
  nameNow,
  description: z.string(),
  builtIn: z.boolean(),
  permissions: z.int(),
  roles: z.int(),
  grants: z.int(),
  clients: z.int(),
  owners: z.array(ref),
  createdAt: instant,
  version,
});
export type Application = z.infer<typeof application>;

export const newApplication = z.strictObject({
  id: applicationId,
  name: ofOneScriptAWord(name, 'name'),
  description: text(limits.descriptionMax.value, 'description').optional(),
});
export const applicationChange = newApplication.omit({ id: true }).partial();

export const owner = principal.extend({ since: instant });
