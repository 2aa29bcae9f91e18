import { type Command, dataFlag } from '../command.ts';
import { exitCodeOf, textOf } from '../doctor/finding.ts';

/** The flag for a file of settings that this command cannot find on its own. */
export const settingsFlag = {
  flags: { settings: { type: 'string' } },
  about: { settings: 'A file with the settings of the server, such as /etc/licet/licet.env' },
} as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the health of Licet: settings, server, database, address, proxy, clocks, mail, audit chain, disk',
  takes: [],
  flags: { json: { type: 'boolean' }, ...settingsFlag.flags, ...dataFlag.flags },
  about: { json: 'Print the findings as JSON', ...settingsFlag.about, ...dataFlag.about },
  more: 'It also works when the server is not running or the database does not answer, and reports what it could not check.\nExit code: 0 if all is well, 1 if there is a fault, 2 if the command is not valid, 3 if it found no fault but could not\ncheck everything.',
  async run({ flags: { json, settings, data } }) {
    const { examine } = await import('../doctor/examine.ts');
    const { findings } = await examine(textIn(data), textIn(settings));
    process.stdout.write(`${json ? JSON.stringify(findings) : textOf(findings)}\n`);
    return exitCodeOf(findings);
  },
};

export const textIn = (flag: string | boolean | undefined): string | undefined =>
  typeof flag === 'string' ? flag : undefined;
