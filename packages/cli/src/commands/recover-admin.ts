import { type Command, dataFlag } from '../command.ts';

export const recoverAdmin: Command = {
  name: 'recover-admin',
  summary: 'When nobody can get in: make an administrator, with a one-time link to set a password',
  takes: [],
  flags: { username: { type: 'string' }, json: { type: 'boolean' }, ...dataFlag.flags },
  about: {
    username:
      'An existing user to make an administrator of; the user “admin” unless told, made when there is none, or none that was an administrator',
    json: 'Print the link as JSON',
    ...dataFlag.about,
  },
  async run({ client, flags }) {
    const { user, link } = await client().operator.recoverAdmin({
      body: typeof flags.username === 'string' ? { username: flags.username } : {},
    });
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ user, link })}\n`
        : `${user.username} is an administrator of Licet. Set a password here, once, before ${link.expiresAt.slice(0, 16).replace('T', ' ')} UTC:\n${link.url}\n`,
    );
    return 0;
  },
};
