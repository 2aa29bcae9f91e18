import { readFileSync } from 'node:fs';
import { type Client, createClient } from '@licet/contract/client';
import type { ProgramCredentials } from './config.ts';
import { ask, endpointsOf } from './server/endpoints.ts';
import { assertionOf } from './server/proof.ts';
import { fileFault } from './terminal.ts';

/** A remote server, and the program that calls it. */
export type ProgramParts = ProgramCredentials & {
  /** The URL of Licet, as in its tokens. */
  readonly issuer: string;
  /** The application for which the token is issued. Default: the program's own. */
  readonly application?: string;
};

/**
 * Returns a client of a remote server that authenticates as a program (RFC 6749 section 4.4).
 * @throws Error if a secret may not be sent to the URL, or if the server issues no token
 */
export async function programClient(parts: ProgramParts): Promise<Client> {
  const issuer = parts.issuer.replace(/\/$/, '');
  const token = await programToken(parts);
  return createClient({
    baseUrl: issuer,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(url, { ...init, headers, redirect: 'error' });
    },
  });
}

/** Requests a token for a program. @throws Error if the server issues none */
export async function programToken({ issuer: server, clientId, application, ...proof }: ProgramParts): Promise<string> {
  const { issuer, token: endpoint } = await endpointsOf(server);
  const resource = application === undefined ? {} : { resource: `urn:licet:application:${application}` };
  const form = { grant_type: 'client_credentials', ...resource };
  const { body } = await ('secret' in proof
    ? ask(endpoint, form, { authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(proof.secret)}`)}` })
    : ask(endpoint, {
        ...form,
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertionOf(keyIn(proof.keyFile), clientId, issuer),
      }));
  if (typeof body.access_token === 'string') return body.access_token;
  if (body.error === 'invalid_target')
    throw new Error(
      `The client ${clientId} has no grants in the application “${application}”. Grant it a role or a permission there first.`,
    );
  throw new Error(
    `The client ${clientId} got no token (${body.error ?? 'no reason given'}). Check its id and its secret or key, and that it is a service client.`,
  );
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The private key (LICET_CLIENT_KEY) could not be read. ${fileFault(file, error).message}`);
  }
}

const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
