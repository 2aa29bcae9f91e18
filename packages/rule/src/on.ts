import type { ResourceName } from './compile.ts';
import { list, readClaims, type Token } from './token.ts';

/**
 * A resource, such as `shop:berlin`, or a list of a resource and everything that it lies in, such as
 * `['shop:berlin', 'region:de']`. Ask about two resources in two questions.
 */
export type On = ResourceName | readonly ResourceName[];

/**
 * Returns the token as it holds on a resource. Its lists join what the token grants everywhere with what it grants on
 * any of the names in `on`, and it grants nothing on other resources. The rule then applies unchanged: the role admin
 * on a resource implies every permission there. Every function of this package takes the result. The expiry is ignored.
 *
 * @param on the resource and everything that it lies in; without names, only what holds everywhere counts
 * @returns a malformed token if the token is malformed, or if `on` is neither a string nor a list of strings
 * @example
 * import { at, hasRole, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', exp: 1000, on: [{ resources: ['shop:berlin'], roles: ['clerk'] }] });
 * hasRole(at(token, 'shop:berlin'), 'clerk'); // true
 * hasRole(at(token, ['till:7', 'shop:berlin']), 'clerk'); // true
 * hasRole(at(token, 'shop:hamburg'), 'clerk'); // false
 * hasRole(token, 'clerk'); // false
 */
export const at = (token: Token, on?: On): Token => {
  try {
    // The caller may have built the token, so it is parsed again.
    const known = readClaims(token);
    const names = new Set(typeof on === 'string' ? [on] : list(on));
    const held = [known, ...known.on.filter((each) => each.resources.some(names.has, names))];
    return {
      ...known,
      roles: held.flatMap((each) => each.roles),
      permissions: held.flatMap((each) => each.permissions),
      on: [],
      on_ref: names.size ? known.on_ref : undefined,
    };
  } catch {
    return { sub: '', roles: [], permissions: [], exp: NaN };
  }
};
