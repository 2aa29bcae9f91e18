import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { commentsOf, insertComment } from '../../store/requests/requests.ts';
import { callerId } from '../context.ts';
import { changing, reading } from '../use-case.ts';
import { requestRecord, requestTarget } from './read.ts';
import { requireRequest, requireWaiting } from './require.ts';

export const comments = reading('requests.comments', async ({ snapshot, access, params, caller }) => {
  const { request } = await requireRequest(snapshot, caller, access, params.request);
  return { items: await commentsOf(snapshot, request.id) };
});

/** Comments on a waiting request. A caller who sees it only as an auditor may not. */
export const comment = changing('requests.comment', async ({ change, access, params, body, caller }) => {
  const userId = callerId(caller);
  const { request, standing } = await requireRequest(change, caller, access, params.request);
  if (request.user.id !== userId && request.proposedBy?.id !== userId && !standing.concerned)
    refuse('may_not_grant', 'not_commenter', { asks: request.asks.name });
  requireWaiting(request);
  const most = limits.commentsMax.value;
  if (request.comments >= most) refuse('comment_limit', 'comments_full', { most });
  const id = await insertComment(change, request.id, userId, body.text);
  change.record({
    action: 'request.commented',
    application: request.application.id,
    target: requestTarget(request),
    after: { ...requestRecord(request), comment: body.text },
  });
  const said = (await commentsOf(change, request.id)).find((it) => it.id === id);
  if (!said) throw new Error(`The comment ${id} was not written.`);
  return said;
});
