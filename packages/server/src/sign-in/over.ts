import { refuse } from '../refusal.ts';

/** @throws Refusal `not_found` */
export function refuseOver(): never {
  return refuse('not_found', 'This sign-in has run out or belongs to another browser. Begin again in the application.');
}
