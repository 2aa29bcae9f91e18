import * as z from 'zod';
import { anyone, call, holding, own, signedIn } from '../call.ts';
import { access as accessReply, accessSummary } from '../entities/access.ts';
import { instant, listQuery, page } from '../entities/common.ts';
import {
  chainReport,
  event,
  eventAction,
  found,
  home as homeReply,
  linkState,
  me as meReply,
  settings as settingsReply,
  setupState,
  signingKey,
} from '../entities/event.ts';
import { catalogue, ownDecision } from '../entities/request.ts';
import {
  changePassword,
  session,
  setPassword,
  setup as setupBody,
  signIn,
  signInOutcome,
  user,
} from '../entities/user.ts';
import { limits } from '../limits.ts';
import { line, permissionName } from '../names.ts';

export const setup = {
  state: call({
    method: 'GET',
    path: '/setup',
    summary: 'Whether Licet waits for its first administrator',
    access: anyone,
    status: 200,
    reply: setupState,
    errors: [],
  }),
  complete: call({
    method: 'POST',
    path: '/setup',
    summary: 'Make the first administrator',
    access: anyone,
    body: setupBody,
    status: 201,
    reply: user,
    errors: ['setup_done', 'setup_code_wrong', 'password_refused', 'throttled'],
  }),
};

export const passwords = {
  link: call({
    method: 'POST',
    path: '/password-links',
    summary: 'Whom a set-password link is for',
    access: anyone,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    status: 200,
    reply: linkState,
    errors: ['link_invalid', 'throttled'],
  }),
  set: call({
    method: 'POST',
    path: '/password-links/redeem',
    summary: 'Set a password with a one-time link',
    access: anyone,
    body: setPassword,
    status: 204,
    errors: ['link_invalid', 'password_refused', 'throttled'],
  }),
};

export const me = {
  get: call({
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in',
    access: signedIn,
    status: 200,
    reply: meReply,
    errors: [],
  }),
  update: call({
    method: 'PATCH',
    path: '/me',
    summary: 'Change one’s own name',
    access: signedIn,
    body: z.strictObject({ name: line(limits.nameMax.value, 'The name') }),
    status: 200,
    reply: user,
    errors: [],
  }),
  password: call({
    method: 'POST',
    path: '/me/password',
    summary: 'Change one’s own password; every other session ends',
    access: signedIn,
    body: changePassword,
    status: 204,
    errors: ['sign_in_failed', 'password_refused', 'throttled'],
  }),
  home: call({
    method: 'GET',
    path: '/me/home',
    summary: 'The first page',
    access: signedIn,
    status: 200,
    reply: homeReply,
    errors: [],
  }),
  access: call({
    method: 'GET',
    path: '/me/access',
    summary: 'What one may do oneself, an application a line',
    access: signedIn,
    status: 200,
    reply: z.strictObject({ items: z.array(accessSummary) }),
    errors: [],
  }),
  accessIn: call({
    method: 'GET',
    path: '/me/access/:application',
    summary: 'What one may do oneself in one application, with the path of each item',
    access: own,
    params: z.strictObject({ application: z.string() }),
    query: listQuery(['name', '-name']),
    status: 200,
    reply: accessReply,
    errors: [],
  }),
  decision: call({
    method: 'GET',
    path: '/me/decision/:application',
    summary: 'Whether one may do something oneself, why, what would bring it, and who decides',
    access: own,
    params: z.strictObject({ application: z.string() }),
    query: z.strictObject({ permission: permissionName }),
    status: 200,
    reply: ownDecision,
    errors: [],
  }),
  catalogue: call({
    method: 'GET',
    path: '/me/catalogue/:application',
    summary: 'The names of an application’s permissions and roles, for typed names and for what can be asked for',
    access: own,
    params: z.strictObject({ application: z.string() }),
    status: 200,
    reply: catalogue,
    errors: [],
  }),
  sessions: call({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where one is signed in',
    access: signedIn,
    status: 200,
    reply: z.strictObject({ items: z.array(session) }),
    errors: [],
  }),
  endSession: call({
    method: 'DELETE',
    path: '/me/sessions/:session',
    summary: 'Sign out one browser',
    access: signedIn,
    params: z.strictObject({ session: z.string().max(100) }),
    status: 204,
    errors: [],
  }),
  signIns: call({
    method: 'GET',
    path: '/me/sign-ins',
    summary: 'One’s own sign-in log',
    access: signedIn,
    query: listQuery(['-at', 'at']),
    status: 200,
    reply: page(signIn),
    errors: [],
  }),
};

const period = { from: instant.optional(), to: instant.optional() };
export const audit = {
  list: call({
    method: 'GET',
    path: '/audit/events',
    summary: 'Every change, newest first',
    access: holding('audit.read'),
    query: listQuery(['-no', 'no']).extend({
      action: eventAction.optional(),
      actor: z.string().max(256).optional(),
      application: z.string().optional(),
      target: z.string().max(256).optional(),
      ...period,
    }),
    status: 200,
    reply: page(event),
    errors: [],
  }),
  get: call({
    method: 'GET',
    path: '/audit/events/:no',
    summary: 'One change, before and after',
    access: holding('audit.read'),
    params: z.strictObject({ no: z.coerce.number<number | string>().int().positive() }),
    status: 200,
    reply: event,
    errors: [],
  }),
  verify: call({
    method: 'GET',
    path: '/audit/chain',
    summary: 'Verify the hash chain',
    access: holding('audit.read'),
    status: 200,
    reply: chainReport,
    errors: [],
  }),
  signIns: call({
    method: 'GET',
    path: '/audit/sign-ins',
    summary: 'The sign-in log',
    access: holding('audit.read'),
    query: listQuery(['-at', 'at']).extend({ outcome: signInOutcome.optional(), ...period }),
    status: 200,
    reply: page(signIn),
    errors: [],
  }),
};

export const settings = {
  get: call({
    method: 'GET',
    path: '/settings',
    summary: 'The settings of the organisation',
    access: signedIn,
    status: 200,
    reply: settingsReply,
    errors: [],
  }),
  update: call({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change the settings',
    access: holding('settings.manage'),
    body: z.strictObject({ organisation: line(limits.nameMax.value, 'The organisation’s name') }),
    status: 200,
    reply: settingsReply,
    errors: [],
    ifMatch: true,
  }),
};

export const keys = {
  list: call({
    method: 'GET',
    path: '/keys',
    summary: 'The signing keys',
    access: holding('keys.manage'),
    status: 200,
    reply: z.strictObject({ items: z.array(signingKey) }),
    errors: [],
  }),
  rotate: call({
    method: 'POST',
    path: '/keys/rotate',
    summary: 'Sign with the next key from now on; every process hears of it',
    access: holding('keys.manage'),
    status: 200,
    reply: z.strictObject({ items: z.array(signingKey) }),
    errors: [],
  }),
};

export const search = {
  find: call({
    method: 'GET',
    path: '/search',
    summary: 'Find users, groups, applications, roles and permissions by name',
    access: signedIn,
    query: z.strictObject({
      q: z.string().max(limits.nameMax.value),
      kinds: z.string().max(100).optional(),
      application: z.string().optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(50).optional(),
    }),
    status: 200,
    reply: z.strictObject({ items: z.array(found) }),
    errors: ['not_found'],
  }),
};
