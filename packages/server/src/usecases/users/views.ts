import { limits, type SharedView } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { deleteView, putView, sharedViews } from '../../store/users/views.ts';
import { changing, reading } from '../use-case.ts';

export const list = reading('views.list', async ({ snapshot }) => ({ items: await sharedViews(snapshot.connection) }));

export const save = changing('views.save', async ({ change, body }) => {
  const views = await sharedViews(change.connection);
  const before = views.find(({ name }) => name === body.name);
  const most = limits.viewsMax.value;
  if (!before && views.length >= most) refuse('too_large', 'views_too_many', { most });
  const after = await putView(change.connection, body);
  change.record({
    action: 'view.shared',
    target: targetOf(after),
    ...(before && { before: before.address }),
    after: after.address,
  });
  return after;
});

export const remove = changing('views.remove', async ({ change, params }) => {
  const view = (await sharedViews(change.connection)).find(({ id }) => id === params.view);
  if (!view) return refuse('not_found', 'view_unknown', {});
  await deleteView(change.connection, view.id);
  change.record({ action: 'view.removed', target: targetOf(view), before: view.address });
});

const targetOf = ({ id, name }: SharedView) => ({ kind: 'view', id, name });
