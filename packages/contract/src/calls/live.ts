import { anyApplicationToken, call, serviceToken } from '../call.ts';
import { cutOff, liveVersion } from '../entities/live.ts';

export const live = {
  changes: call({
    method: 'GET',
    path: '/live',
    summary:
      'Tells an open tab when its access in the token’s application has changed, so that it renews its token; ends with the token',
    access: anyApplicationToken,
    stream: 'text/event-stream',
    errors: ['live_full'],
  }),
  version: call({
    method: 'GET',
    path: '/live/version',
    summary: 'The same by asking, where streams are blocked: whether the token’s access still is what holds',
    access: anyApplicationToken,
    reply: liveVersion,
  }),
  cutOffs: call({
    method: 'GET',
    path: '/live/cut-offs',
    summary:
      'Tells an API server which tokens of its application to refuse before they expire. Resumes by Last-Event-ID',
    access: serviceToken,
    stream: 'text/event-stream',
    reply: cutOff,
    errors: ['live_full'],
  }),
};
