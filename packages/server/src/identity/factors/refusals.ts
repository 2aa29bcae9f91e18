import type { FirstWay } from '@licet/contract';
import { fault, refuse, refuseFault } from '../../refusal.ts';

/** Refuses a way that the sign-in rules do not accept, alike for right and wrong passwords. @throws Refusal `way_refused` */
export function refuseWay(way: FirstWay): never {
  return refuse('way_refused', 'way_closed', { way });
}

/** @throws Refusal `begin_again` */
export function beginAgain(): never {
  return refuse('begin_again', 'first_step_over', {});
}

/** Refuses a sign-in that is over, or that another browser started. @throws Refusal `not_found` */
export function refuseOver(): never {
  return refuse('not_found', 'sign_in_over', {});
}

/** Refuses a wrong first code of a new authenticator app. @throws Refusal `code_wrong` */
export function refuseFirstCode(): never {
  return refuseFault('code_wrong', fault({ pointer: '/code' }, 'first_code_unfit', {}));
}
