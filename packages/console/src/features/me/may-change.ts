import type { OwnCredentials } from '@licet/contract';
import { credentialWords as words } from './words.ts';

/** Whether what one signs in with can be changed now. */
export const mayChange = ({ freshUntil }: OwnCredentials): boolean =>
  freshUntil !== null && Date.parse(freshUntil) > Date.now();

/** Why a button that changes something cannot be used, for the button. */
export const whyNot = (own: OwnCredentials): { reason?: string } =>
  mayChange(own) ? {} : { reason: words.signInFirst };
