import { type Command, reachFlags } from '../command.ts';
import { printPieces } from '../output.ts';
import { userId } from '../parties.ts';

/** Exports a person's data on request. */
export const exportPerson: Command = {
  name: 'export person',
  summary: 'Print all data that Licet holds about a person: the file that they can download under My account',
  takes: ['USER'],
  flags: reachFlags.flags,
  about: reachFlags.about,
  more: 'USER is a username or an id. For a deleted user take the id, which the audit log shows.\nPrints one JSON object per line. Other people appear only by name. Administrators of Licet only; each run is an event of the audit log.',
  async run({ client, positionals: [user = ''] }) {
    const licet = client();
    await printPieces((await licet.users.data({ params: { user: await userId(licet, user) } })).body);
    return 0;
  },
};
