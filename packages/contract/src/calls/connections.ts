import * as z from 'zod';
import { call, permission } from '../call.ts';
import { id, listOf } from '../entities/common.ts';
import { connection, connectionChange, connectionTest, newConnection } from '../entities/connections.ts';
import { newSync, syncPlanned, syncState } from '../entities/directory-sync.ts';

const access = permission('settings.manage');
const params = z.strictObject({ connection: id });

/** Other providers that people sign in by. To change them one must have signed in lately. */
export const connections = {
  list: call({
    method: 'GET',
    path: '/connections',
    summary: 'The providers that people sign in by',
    access,
    reply: listOf(connection),
  }),
  create: call({
    method: 'POST',
    path: '/connections',
    summary: 'Add a provider',
    access,
    body: newConnection,
    status: 201,
    reply: connection,
    errors: ['name_taken', 'may_not_grant', 'sign_in_again'],
  }),
  update: call({
    method: 'PATCH',
    path: '/connections/:connection',
    summary: 'Change a provider; a secret that is not sent stays',
    access,
    params,
    body: connectionChange,
    reply: connection,
    errors: ['name_taken', 'may_not_grant', 'sign_in_again', 'locks_out'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/connections/:connection',
    summary: 'Remove a provider, with the accounts that people have linked',
    access,
    params,
    errors: ['sign_in_again', 'locks_out'],
    ifMatch: true,
  }),
  test: call({
    method: 'POST',
    path: '/connections/:connection/test',
    summary: 'Ask the provider what it is: what was found, or why nothing',
    access,
    params,
    reply: connectionTest,
  }),
  syncState: call({
    method: 'GET',
    path: '/connections/:connection/sync',
    summary:
      'How the synchronisation with a directory stands: the last run, its plan and what went wrong. For administrators',
    access,
    params,
    reply: syncState,
  }),
  planSync: call({
    method: 'POST',
    path: '/connections/:connection/sync-plan',
    summary:
      'Read a directory and report who would join, change and leave, and who would gain or lose which access. Changes nothing. For administrators',
    access,
    params,
    reply: syncPlanned,
    errors: ['wrong_state', 'provider_unreachable', 'provider_wrong', 'throttled'],
  }),
  sync: call({
    method: 'POST',
    path: '/connections/:connection/sync',
    summary: 'Synchronise with a directory now. For administrators',
    access,
    params,
    body: newSync,
    reply: syncState,
    errors: ['wrong_state', 'provider_unreachable', 'provider_wrong', 'plan_moved', 'busy'],
  }),
};
