import type { MailFailure } from '@licet/contract';
import { failureWords } from './words.ts';

/** Why no mail went out, in one sentence. Where Licet may not call the server, its name and port may be right: what was said has what to do. */
export const failureTitle = ({ kind, reason }: MailFailure): string =>
  failureWords[reason === 'host_not_called' ? 'not_called' : kind];
