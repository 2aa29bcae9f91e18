import { newClient, type OpenIdClient } from '@licet/contract';
import type { FormIssue, FormSchema } from '../../../ui/form.ts';
import { type AddressKind, addressErrors, addressesOf } from './address-lines.ts';
import { type ClientKind, clientKinds } from './client-kinds.ts';

/** What the form of a client holds; addresses one a line. */
export interface ClientValues {
  name: string;
  kind: ClientKind;
  redirectUris: string;
  postLogoutRedirectUris: string;
  webOrigins: string;
}

export interface ClientBody {
  name: string;
  kind: ClientKind;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  webOrigins: string[];
}

/** The labels of the form, for the links of its errors. */
export const clientLabels = {
  name: 'Name',
  kind: 'Kind',
  redirectUris: 'Redirect addresses',
  postLogoutRedirectUris: 'Sign-out addresses',
  webOrigins: 'Web origins',
};

const ADDRESS_FIELDS: readonly (readonly [keyof ClientValues & keyof ClientBody, AddressKind])[] = [
  ['redirectUris', 'redirect'],
  ['postLogoutRedirectUris', 'signOut'],
  ['webOrigins', 'origin'],
];

/** The contract's rules for a client, and what each address must look like. */
export const clientForm: FormSchema<ClientBody> = {
  safeParse: (input) => {
    const values = input as ClientValues;
    const { signsIn } = clientKinds[values.kind];
    const lines = (text: string) => (signsIn ? addressesOf(text) : []);
    const body: ClientBody = {
      name: values.name,
      kind: values.kind,
      redirectUris: lines(values.redirectUris),
      postLogoutRedirectUris: lines(values.postLogoutRedirectUris),
      webOrigins: values.kind === 'browser' ? addressesOf(values.webOrigins) : [],
    };
    const issues: FormIssue[] = [];
    const parsed = newClient.safeParse(body);
    if (!parsed.success) issues.push(...parsed.error.issues);
    if (signsIn && body.redirectUris.length === 0)
      issues.push({ path: ['redirectUris'], message: 'Name the address that people come back to after signing in.' });
    for (const [field, kind] of ADDRESS_FIELDS) {
      const found = addressErrors(body[field] as string[], kind);
      if (found.length > 0)
        issues.push({
          path: [field],
          message: found.map(({ place, detail }) => `Line ${place + 1}: ${detail}`).join(' '),
        });
    }
    return issues.length === 0 ? { success: true, data: body } : { success: false, error: { issues } };
  },
};

/** A client as the form holds it. */
export function clientValues(client: OpenIdClient): ClientValues {
  return {
    name: client.name,
    kind: client.kind,
    redirectUris: client.redirectUris.join('\n'),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join('\n'),
    webOrigins: client.webOrigins.join('\n'),
  };
}
