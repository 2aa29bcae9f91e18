import { catalogue } from '../../ui/language.ts';
import * as english from './invitation-words.en.ts';

/** The words of invitations and one-time links. */
export const { linkWords, inviteWords, invitationWords } = catalogue('users.invitation', english);
