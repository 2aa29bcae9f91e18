import { errors } from 'oidc-provider';

// How a client and its application are called, on pages and in the sign-in log.

/** The identifier of the application that a client belongs to. */
export function applicationOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application: application } = client;
  if (typeof application !== 'string') throw new errors.InvalidClient('the client belongs to no application');
  return application;
}

/** What people call the application that a client belongs to. */
export function applicationNameOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application_name: name } = client;
  return typeof name === 'string' ? name : applicationOf(client);
}

/** A client as the sign-in log names it. */
export const nameOf = (client: { readonly clientId: string; readonly clientName?: string | undefined }): string =>
  nameInLog(client.clientName ?? client.clientId, applicationOf({ ...client }));

/** The same of its name and the identifier of its application. */
export const nameInLog = (name: string, application: string): string => `${name} (${application})`;
