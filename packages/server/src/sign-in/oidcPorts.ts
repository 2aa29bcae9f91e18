import { limits } from '@licet/contract';
import type { OidcPorts } from '../oidc/ports.ts';
import { tokenAccess } from '../store/access/effective.ts';
import { findClient, secretMatches } from '../store/applications/clients.ts';
import type { Database } from '../store/kernel/database.ts';
import { failed, poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/readNow.ts';
import { findAccount, organisationName } from '../store/sign-in/accounts.ts';
import { findPermissionList, keepPermissionList } from '../store/sign-in/permissionLists.ts';
import {
  consumeRecord,
  findRecord,
  findRecordByUid,
  grantOf,
  removeGrant,
  removeRecord,
  saveRecord,
} from '../store/sign-in/records.ts';
import { endSession, sawSession, sessionState } from '../store/sign-in/sessions.ts';
import { logSignIn } from '../store/sign-in/signIns.ts';
import { firstSeen } from '../store/sign-in/tokens.ts';
import type { Origin } from '../usecases/context.ts';

/** What the OpenID provider needs, from the database. */
export function createOidcPorts(
  database: Database,
  issuer: string,
  webOrigin: OidcPorts['webOrigin'],
  originOf: (request: object) => Origin,
): OidcPorts {
  return {
    issuer,
    account: async (id) => {
      const account = await findAccount(database, id);
      return account?.status === 'active' ? account : undefined;
    },
    client: (id) => findClient(database.pool, id).catch(failed),
    secretFits: (secretHash, secret) => secretMatches({ secretHash }, secret),
    access: (userId, application, at) =>
      readNow(database, (snapshot) => tokenAccess(snapshot, userId, application), at),
    version: () => readNow(database, async ({ no }) => no),
    keepPermissionList: (ref, permissions) =>
      keepPermissionList(database, ref, permissions, limits.accessTokenLife.value),
    permissionList: (ref) => findPermissionList(database, ref),
    records: {
      save: (model, id, payload, seconds) => saveRecord(database, model, id, payload, seconds),
      find: (model, id) => findRecord(database, model, id),
      findByUid: (model, uid) => findRecordByUid(database, model, uid),
      consume: (model, id) => consumeRecord(database, model, id),
      remove: (model, id) => removeRecord(database, model, id),
      grantOf: (model, id) => grantOf(database, model, id),
      removeGrant: (grantId) => removeGrant(database, grantId),
    },
    firstSeen: (proof, seconds) => firstSeen(database, proof, seconds),
    sawSession: (session) => sawSession(database, session),
    sessionState: (uid) => sessionState(database, uid),
    endSession: async (userId, uid) => void (await endSession(poolOf(database), userId, uid)),
    signedOut: (userId, { address, agent }) =>
      logSignIn(poolOf(database), { userId, outcome: 'signed_out', client: null, address, agent }),
    organisation: () => organisationName(poolOf(database)),
    webOrigin,
    originOf,
  };
}
