import type { Calls } from '@licet/contract';
import { access } from './access/index.ts';
import { applications } from './applications/index.ts';
import { audit } from './audit/index.ts';
import { clients } from './clients/index.ts';
import { grants } from './grants/index.ts';
import { groups } from './groups/index.ts';
import type { Handlers } from './handler.ts';
import { keys } from './keys/index.ts';
import { live } from './live/index.ts';
import { me } from './me/index.ts';
import { operator } from './operator/index.ts';
import { passwords } from './passwords/index.ts';
import { permissions } from './permissions/index.ts';
import { requests } from './requests/index.ts';
import { roles } from './roles/index.ts';
import { search } from './search/index.ts';
import { settings } from './settings/index.ts';
import { setup } from './setup/index.ts';
import { usage } from './usage/index.ts';
import { users } from './users/index.ts';

/** Every call of the contract with its use case. A call without one does not compile. */
export const handlers: { readonly [Noun in keyof Calls]: Handlers<Noun> } = {
  setup,
  passwords,
  me,
  users,
  groups,
  applications,
  permissions,
  roles,
  grants,
  clients,
  access,
  requests,
  live,
  usage,
  audit,
  settings,
  keys,
  search,
  operator,
};
