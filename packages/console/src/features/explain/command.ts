import { shellWord } from '@licet/contract';

/** The same question for the terminal: `licet can USER PERMISSION --application APP`, of the instant that it is about. */
export function canCommand(user: string, permission: string, application: string, at?: string): string {
  const question = `licet can ${shellWord(user)} ${shellWord(permission)} --application ${shellWord(application)}`;
  return at === undefined ? question : `${question} --at ${shellWord(at)}`;
}
