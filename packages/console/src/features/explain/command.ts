import { shellCommand } from '@licet/contract';

/** The same question for the terminal: `licet can USER PERMISSION --application APP`, of the instant that it is about. */
export function canCommand(user: string, permission: string, application: string, at?: string): string {
  return shellCommand('licet can', [user, permission], { application, at });
}
