import { refuse } from '../../refusal.ts';

/** @throws Refusal `not_found` */
export function refuseOver(): never {
  return refuse('not_found', 'sign_in_over', {});
}
