import { errors } from 'oidc-provider';

// The names of a client and its application on pages and in the sign-in log.

/** The identifier of the application that a client belongs to. */
export function applicationOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application: application } = client;
  if (typeof application !== 'string') throw new errors.InvalidClient('the client belongs to no application');
  return application;
}

/** The display name of the application that a client belongs to. */
export function applicationNameOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application_name: name } = client;
  return typeof name === 'string' ? name : applicationOf(client);
}

/** The name of a client in the sign-in log. */
export const nameOf = (client: { readonly clientId: string; readonly clientName?: string | undefined }): string =>
  nameInLog(client.clientName ?? client.clientId, applicationOf({ ...client }));

/** The name of a client in the sign-in log, from its name and its application's identifier. */
export const nameInLog = (name: string, application: string): string => `${name} (${application})`;
