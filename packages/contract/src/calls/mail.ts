import * as z from 'zod';
import { call, permission } from '../call.ts';
import { id, listQuery, page } from '../entities/common.ts';
import { mail as entry, mailPreview, mailSettings, mailState, mailTest, newMailServer } from '../entities/mail.ts';

const access = permission('settings.manage');

export const mail = {
  settings: call({
    method: 'GET',
    path: '/mail/settings',
    summary: 'How mail is sent, and whether it worked when it was last tried',
    access,
    reply: mailSettings,
  }),
  configure: call({
    method: 'PUT',
    path: '/mail/settings',
    summary: 'Say how mail is sent',
    access,
    body: newMailServer,
    reply: mailSettings,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  turnOff: call({
    method: 'DELETE',
    path: '/mail/settings',
    summary: 'Send no mail any more',
    access,
    reply: mailSettings,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  test: call({
    method: 'POST',
    path: '/mail/test',
    summary: 'Send a mail to oneself, and say what came of it',
    access,
    reply: mailTest,
    errors: ['wrong_state'],
  }),
  list: call({
    method: 'GET',
    path: '/mails',
    summary: 'The outbox: mails that wait, were sent, or could not be',
    access,
    query: listQuery(['-queuedAt', 'queuedAt']).extend({ state: mailState.optional() }),
    reply: page(entry),
  }),
  preview: call({
    method: 'GET',
    path: '/mails/:mail/preview',
    summary: 'What a mail says, without the link in it',
    access,
    params: z.strictObject({ mail: id }),
    reply: mailPreview,
  }),
};
