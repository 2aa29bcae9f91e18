import { erasedName } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { nobody } from '../authorise.ts';
import { dataOf } from '../me/download.ts';
import { answering, changeAs } from '../use-case.ts';

/**
 * Everything that is held about a person who cannot fetch it: the same lines as they would get themselves, by the rights that they have as a
 * person, not by those of who asks for it. That it was fetched, and by whom, is an event.
 */
export const data = answering('users.data', async (asked) => {
  const { user } = asked.params;
  await changeAs('users.data', asked, async ({ change, access }) => {
    if (!access.isAdmin)
      refuse('forbidden', 'This is everything that is held about a person: administrators of Licet alone fetch it.');
    const name = (await knownBy(change.connection, user))?.called.at(-1)?.name;
    if (name === undefined) refuse('not_found', `There is no user with the id ${user}, and there was none.`);
    if (name === erasedName) refuse('wrong_state', 'They were erased: nothing of them is left.');
    change.record({ action: 'user.data_fetched', target: { kind: 'user', id: user, name } });
  });
  return dataOf(asked, { id: user, held: { ...nobody, userId: user }, session: null });
});
