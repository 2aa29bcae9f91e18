import { Attribute, Change, Client } from 'ldapts';
import { manager, type Slapd } from '../../../../../scripts/debian-slapd.ts';
import { corpPassword, dnOf } from './corp.testing.ts';

/** Changes a directory while a test runs. */
export interface Manager {
  add(uid: string, more?: Readonly<Record<string, string>>): Promise<void>;
  remove(dn: string): Promise<void>;
  /** Replaces the values of an attribute. Without values, it removes the attribute. */
  set(dn: string, attribute: string, ...values: string[]): Promise<void>;
  rename(dn: string, to: string): Promise<void>;
}

export function managerOf(slapd: Slapd): Manager {
  const asManager = async (work: (client: Client) => Promise<void>) => {
    const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
    await client.bind(manager.dn, manager.password);
    await work(client).finally(() => client.unbind());
  };
  return {
    add: (uid, more = {}) =>
      asManager((client) =>
        client.add(dnOf(uid), {
          objectClass: 'inetOrgPerson',
          uid,
          cn: `${uid} of Corp`,
          sn: uid,
          mail: `${uid}@corp.example`,
          userPassword: corpPassword,
          ...more,
        }),
      ),
    remove: (dn) => asManager((client) => client.del(dn)),
    set: (dn, type, ...values) =>
      asManager((client) =>
        client.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) })),
      ),
    rename: (dn, to) => asManager((client) => client.modifyDN(dn, to)),
  };
}
