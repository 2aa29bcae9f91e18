import { type Command, dataFlag, type Flags } from '../command.ts';
import { printable, printedCommand } from '../terminal.ts';

export const recoverAdmin: Command = {
  name: 'recover-admin',
  summary: 'If nobody can sign in: create an administrator, with a one-time link to set a password',
  takes: [],
  flags: {
    username: { type: 'string' },
    'reset-second-factor': { type: 'boolean' },
    json: { type: 'boolean' },
    ...dataFlag.flags,
  },
  about: {
    username:
      'The existing user to make an administrator; default: “admin”, which is created if it does not exist or never was an administrator',
    'reset-second-factor': 'Also remove their authenticator app, recovery codes and passkeys, if these are lost',
    json: 'Print the link as JSON',
    ...dataFlag.about,
  },
  async run({ client, flags }) {
    const { user, secondFactor, link } = await client().operator.recoverAdmin({
      body: {
        ...(typeof flags.username === 'string' && { username: flags.username }),
        ...(flags['reset-second-factor'] === true && { resetSecondFactor: true }),
      },
    });
    if (flags.json) process.stdout.write(`${JSON.stringify({ user, secondFactor, link })}\n`);
    else process.stdout.write(printable(recoveredText(user.username, secondFactor, link, flags)));
    return 0;
  },
};

/** The username is quoted, because it may contain shell characters and the printed line will be pasted. */
export function recoveredText(
  username: string,
  secondFactor: boolean,
  { url, expiresAt }: { url: string; expiresAt: string },
  reached: Flags = {},
) {
  const until = expiresAt.slice(0, 16).replace('T', ' ');
  const still = secondFactor
    ? `\n${username} must still confirm with a second factor after setting the password. If the factor is lost, run: ${printedCommand(reached, 'licet recover-admin', [], { username, 'reset-second-factor': true })}\n`
    : '';
  return `${username} is an administrator of Licet. Set a password with this link, which works once, until ${until} UTC:\n${url}\n${still}`;
}
