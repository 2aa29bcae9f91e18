import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import type { Client } from '@licet/contract/client';
import { fileFault } from '../terminal.ts';
import type { Line } from './comparison.ts';

/** A created client, as it is written to the secrets file. */
interface CreatedClient {
  readonly application: string;
  readonly name: string;
  readonly id: string;
  /** Null for public clients, and for clients that authenticate with a key. */
  readonly secret: string | null;
}

/** A new file for secrets that only its owner can read. */
export class SecretsFile {
  readonly path: string;
  readonly #file: number;
  readonly #clients: CreatedClient[] = [];

  /**
   * Creates the file before the plan is applied, so that a failure changes nothing.
   * @throws Error if the file cannot be created
   */
  constructor(path: string) {
    this.path = path;
    try {
      this.#file = openSync(path, 'wx', 0o600);
    } catch (error) {
      throw fileFault(path, error);
    }
  }

  keep(client: CreatedClient): void {
    this.#clients.push(client);
  }

  /** Returns the number of secrets in the file. Removes the file if no client was created. */
  close(): number {
    if (this.#clients.length > 0) writeSync(this.#file, `${JSON.stringify(this.#clients, null, 2)}\n`);
    closeSync(this.#file);
    if (this.#clients.length === 0) unlinkSync(this.path);
    return this.#clients.filter(({ secret }) => secret !== null).length;
  }
}

/**
 * Yields the created clients. A plan cannot return a secret, so a separate call creates the secret of each client that
 * needs one.
 * @throws Error if that call fails
 */
export async function* createdClients(client: Client, lines: readonly Line[]): AsyncGenerator<CreatedClient> {
  for (const { change } of lines) {
    if (change.call !== 'clients.create') continue;
    const { name } = change.body;
    const { application } = change.params;
    const id = (await client.clients.list({ params: { application } })).items.find((it) => it.name === name)?.id;
    if (id === undefined) continue;
    const params = { application, client: id };
    const secret = wantsSecret(change.body)
      ? await client.clients.makeKey({ params, body: {} }).then(
          (client) => client.secret,
          (error: unknown) => fail(`${name} of ${application}`, error),
        )
      : null;
    yield { application, name, id, secret };
  }
}

function fail(client: string, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`All changes were made, but the client ${client} got no secret. ${why}`);
}

const wantsSecret = ({ kind, publicKeys }: { kind: string; publicKeys?: readonly unknown[] | undefined }): boolean =>
  (kind === 'server' || kind === 'service') && !publicKeys?.length;

/** The clients that the changes created and that have no credentials yet. */
export const withoutSecret = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ change }) =>
    change.call === 'clients.create' && wantsSecret(change.body)
      ? [`${change.body.name} of ${change.params.application}`]
      : [],
  );
