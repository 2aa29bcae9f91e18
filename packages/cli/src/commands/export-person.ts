import { type Command, reachFlags } from '../command.ts';
import { printPieces } from '../output.ts';
import { userId } from '../parties.ts';

/** A person's data on request. */
export const exportPerson: Command = {
  name: 'export person',
  summary: 'Print everything that is held about a person, as they get it under My account: their data on request',
  takes: ['USER'],
  flags: reachFlags.flags,
  about: reachFlags.about,
  more: 'USER is a username or an id; of a user who was deleted the id, as the audit log has it.\nA line of JSON each. Of others it holds no more than their names. Administrators of Licet only; it is written down in the audit log.',
  async run({ client, positionals: [user = ''] }) {
    const licet = client();
    await printPieces((await licet.users.data({ params: { user: await userId(licet, user) } })).body);
    return 0;
  },
};
