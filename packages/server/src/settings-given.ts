import { nearestName } from '@licet/contract';
import { type Flag, settings } from './settings.ts';

/** The names of the given settings. Their values are in the configuration. */
export interface SettingsGiven {
  /** The known variables that are set, by a flag or in the environment. */
  readonly given: readonly string[];
  /** A sentence for each name that looks like a setting but is unknown. */
  readonly unknown: readonly string[];
}

export function settingsGiven(
  flags: Partial<Record<Flag, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsGiven {
  return {
    given: settings
      .filter((it) => ('flag' in it && flags[it.flag] !== undefined) || environment[it.variable])
      .map(({ variable }) => variable)
      .sort(),
    unknown: Object.keys(environment)
      .filter((name) => name.startsWith('LICET_') && !names.includes(name) && !ofTheCommandLine.includes(name))
      .sort()
      .map(sentenceOf),
  };
}

function sentenceOf(name: string): string {
  const near = nearestName(bare(name), names.map(bare));
  return `${name} is no setting of Licet, and does nothing.${near === undefined ? '' : ` Did you mean LICET_${near}?`}`;
}

const bare = (name: string) => name.slice('LICET_'.length);
const names: readonly string[] = settings.map(({ variable }) => variable).filter((it) => it.startsWith('LICET_'));

/** Variables for the command line, which the server ignores. */
const ofTheCommandLine = ['LICET_SERVER', 'LICET_CLIENT_ID', 'LICET_CLIENT_KEY', 'LICET_CLIENT_SECRET'];
