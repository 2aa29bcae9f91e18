import { call, licetToken, permission } from '../call.ts';
import { settings as reply, settingsChange } from '../entities/settings.ts';

export const settings = {
  get: call({
    method: 'GET',
    path: '/settings',
    summary: 'The settings of the organisation',
    access: licetToken,
    reply,
  }),
  update: call({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change the settings',
    access: permission('settings.manage'),
    body: settingsChange,
    reply,
    ifMatch: true,
  }),
};
