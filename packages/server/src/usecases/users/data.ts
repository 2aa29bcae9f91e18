import { erasedName } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { nobody } from '../authorise.ts';
import { dataOf } from '../me/download.ts';
import { answering, changeAs } from '../use-case.ts';

/**
 * All data that Licet holds about a person, for an administrator: the lines that the person would download themselves, by the person's rights, not by the
 * caller's. Each download is an event.
 */
export const data = answering('users.data', async (asked) => {
  const { user } = asked.params;
  await changeAs('users.data', asked, async ({ change, access }) => {
    if (!access.isAdmin) refuse('forbidden', 'Only administrators of Licet may download a person’s data.');
    const name = (await knownBy(change.connection, user))?.called.at(-1)?.name;
    if (name === undefined) refuse('not_found', `No user has or had the id ${user}.`);
    if (name === erasedName) refuse('wrong_state', 'This user was erased. No data about them is left.');
    change.record({ action: 'user.data_fetched', target: { kind: 'user', id: user, name } });
  });
  return dataOf(asked, { id: user, held: { ...nobody, userId: user }, session: null });
});
