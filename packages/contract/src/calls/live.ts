import { call, own, service } from '../call.ts';
import { cutOff, liveVersion, usageReport } from '../entities/live.ts';

export const live = {
  changes: call({
    method: 'GET',
    path: '/live',
    summary:
      'Tells an open tab when its access in the token’s application has changed, so that it renews its token; ends with the token',
    access: own,
    status: 200,
    stream: 'text/event-stream',
    errors: ['live_full'],
  }),
  version: call({
    method: 'GET',
    path: '/live/version',
    summary: 'The same by asking, where streams are blocked: whether the token’s access still is what holds',
    access: own,
    status: 200,
    reply: liveVersion,
    errors: [],
  }),
  cutOffs: call({
    method: 'GET',
    path: '/live/cut-offs',
    summary:
      'Tells an API server which tokens of its application to refuse before they expire. Resumes by Last-Event-ID',
    access: service,
    status: 200,
    stream: 'text/event-stream',
    reply: cutOff,
    errors: ['live_full'],
  }),
};

export const usage = {
  report: call({
    method: 'POST',
    path: '/usage',
    summary: 'Which permissions were really exercised, and by whom, since the last report',
    access: service,
    body: usageReport,
    status: 204,
    errors: [],
  }),
};
