import * as z from 'zod';
import { call, permission } from '../call.ts';
import { id, listOf, listQuery, page } from '../entities/common.ts';
import {
  mail as entry,
  mailExample,
  mailPreview,
  mailSettings,
  mailState,
  mailTest,
  newMailServer,
  newMailWebhook,
} from '../entities/mail.ts';

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
  configureWebhook: call({
    method: 'PUT',
    path: '/mail/webhook',
    summary: 'Have another program send the mails, called by HTTPS',
    access,
    body: newMailWebhook,
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
  sendAgain: call({
    method: 'POST',
    path: '/mails/:mail/send',
    summary: 'Send a mail that failed or is held once more, as another mail',
    access,
    params: z.strictObject({ mail: id }),
    errors: ['wrong_state'],
  }),
  drop: call({
    method: 'POST',
    path: '/mails/:mail/drop',
    summary: 'Let a mail be that waits, is held or failed: it is not sent any more',
    access,
    params: z.strictObject({ mail: id }),
    errors: ['wrong_state'],
  }),
  examples: call({
    method: 'GET',
    path: '/mail/examples',
    summary: 'What every mail says, in every language, with an example',
    access,
    reply: listOf(mailExample),
  }),
};
