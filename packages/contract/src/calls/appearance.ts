import { call, permission } from '../call.ts';
import { appearanceChange, appearance as reply } from '../entities/appearance.ts';

const access = permission('settings.manage');

/** The appearance of the pages before the console. */
export const appearance = {
  get: call({ method: 'GET', path: '/appearance', summary: 'How the sign-in pages look', access, reply }),
  update: call({
    method: 'PATCH',
    path: '/appearance',
    summary: 'Change how the sign-in pages look',
    access,
    body: appearanceChange,
    reply,
    ifMatch: true,
  }),
};
