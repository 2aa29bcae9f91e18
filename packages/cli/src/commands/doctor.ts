import { type Command, dataFlag } from '../command.ts';
import { exitCodeOf, textOf } from '../doctor/finding.ts';

/** Settings of which this command does not know the file. */
export const settingsFlag = {
  flags: { settings: { type: 'string' } },
  about: { settings: 'A file with the settings of the server, such as /etc/licet/licet.env' },
} as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look whether all is well: settings, server, database, address, proxy, clocks, mail, audit chain, disk',
  takes: [],
  flags: { json: { type: 'boolean' }, ...settingsFlag.flags, ...dataFlag.flags },
  about: { json: 'Print the findings as JSON', ...settingsFlag.about, ...dataFlag.about },
  more: 'It works while the server does not run, and while the database does not answer: what it could not look at it says.\nExit code: 0 when all is well, 1 when something is amiss, 2 when the command cannot be understood, 3 when nothing is\namiss as far as it could see.',
  async run({ flags: { json, settings, data } }) {
    const { examine } = await import('../doctor/examine.ts');
    const { findings } = await examine(textIn(data), textIn(settings));
    process.stdout.write(`${json ? JSON.stringify(findings) : textOf(findings)}\n`);
    return exitCodeOf(findings);
  },
};

export const textIn = (flag: string | boolean | undefined): string | undefined =>
  typeof flag === 'string' ? flag : undefined;
