import { erasedName, erasedUsername } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { nobody } from '../authorise.ts';
import { dataOf } from '../me/download.ts';
import { answering, changeAs } from '../use-case.ts';

/**
 * All data that Licet holds about a person, for an administrator: the same lines as the person's own download, by the
 * person's rights, not by the caller's. Each download is an event.
 */
export const data = answering('users.data', async (asked) => {
  const { user } = asked.params;
  const id = await changeAs('users.data', asked, async ({ change, access }) => {
    if (!access.isAdmin) refuse('forbidden', 'administrators_download', {});
    const known = await knownBy(change.connection, user);
    const last = known?.called.at(-1);
    if (!known || !last) return refuse('not_found', 'user_never_known', { user });
    // Users may have this name; it implies nothing about their username.
    if (last.name === erasedName && last.username === erasedUsername) refuse('wrong_state', 'user_erased', {});
    change.record({ action: 'user.data_fetched', target: { kind: 'user', id: known.id, name: last.name } });
    return known.id;
  });
  return dataOf(asked, { id, held: { ...nobody, userId: id }, session: null });
});
