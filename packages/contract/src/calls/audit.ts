import * as z from 'zod';
import { call, permission } from '../call.ts';
import {
  auditKey,
  chainReport,
  event,
  eventAction,
  eventDetail,
  keptCheckpoints,
  signedCheckpoint,
} from '../entities/audit.ts';
import { delimiter, instant, listOf, listQuery, page } from '../entities/common.ts';
import { seriesQuery, signInSeries } from '../entities/series.ts';
import { signIn, signInOutcome } from '../entities/users.ts';

const read = permission('audit.read');
const period = { from: instant.optional(), to: instant.optional() };
const events = {
  action: eventAction.optional(),
  actor: z.string().max(256).optional(),
  application: z.string().optional(),
  target: z.string().max(256).optional(),
  ...period,
};
const lines = { ...listQuery(['no']).pick({ q: true }).shape, format: z.enum(['ndjson', 'csv']).optional(), delimiter };

export const audit = {
  list: call({
    method: 'GET',
    path: '/audit/events',
    summary: 'Every change, newest first',
    access: read,
    query: listQuery(['-no', 'no']).extend(events),
    reply: page(event),
  }),
  export: call({
    method: 'GET',
    path: '/audit/events/export',
    summary:
      'Every change that fits, oldest first, to the last one, with its client and address: lines of JSON as the list has them, or CSV',
    access: read,
    query: z.strictObject({ ...lines, ...events }),
    stream: 'text/plain',
  }),
  get: call({
    method: 'GET',
    path: '/audit/events/:no',
    summary:
      'One change, before and after, by which client and from where it was made, and the change set that it was made in',
    access: read,
    params: z.strictObject({ no: z.coerce.number<number | string>().int().positive() }),
    reply: eventDetail,
  }),
  verify: call({
    method: 'GET',
    path: '/audit/chain',
    summary: 'Verify the hash chain',
    access: read,
    reply: chainReport,
  }),
  verifyAgainst: call({
    method: 'POST',
    path: '/audit/chain',
    summary: 'Verify the hash chain also against checkpoints that were kept elsewhere; nothing is written',
    access: read,
    body: z.strictObject({ checkpoints: keptCheckpoints }),
    reply: chainReport,
  }),
  checkpoint: call({
    method: 'POST',
    path: '/audit/checkpoints',
    summary: 'A signed checkpoint of where the chain stands now, to be kept elsewhere and checked later',
    access: read,
    reply: signedCheckpoint,
  }),
  keys: call({
    method: 'GET',
    path: '/audit/keys',
    summary: 'The public keys that checkpoints of the chain are signed with, those of the past too',
    access: read,
    reply: listOf(auditKey),
  }),
  signIns: call({
    method: 'GET',
    path: '/audit/sign-ins',
    summary: 'The sign-in log',
    access: read,
    query: listQuery(['-at', 'at']).extend({ outcome: signInOutcome.optional(), ...period }),
    reply: page(signIn),
  }),
  signInSeries: call({
    method: 'GET',
    path: '/audit/sign-ins/series',
    summary: 'How many sign-ins succeeded and how many were refused, by the day or by the week of UTC',
    access: read,
    query: seriesQuery,
    reply: signInSeries,
  }),
  exportSignIns: call({
    method: 'GET',
    path: '/audit/sign-ins/export',
    summary: 'Every line of the sign-in log that fits, oldest first: lines of JSON as the list has them, or CSV',
    access: read,
    query: z.strictObject({ ...lines, outcome: signInOutcome.optional(), ...period }),
    stream: 'text/plain',
  }),
};
