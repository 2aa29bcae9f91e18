import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory } from '../config.ts';
import type { ProofKey } from './proof.ts';

/** A stored sign-in of the command line at a server, readable only by its user. */
export interface SignIn {
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly key: ProofKey;
}

export function readSignIn(server: string): SignIn | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(server), 'utf8')) as SignIn;
  } catch {
    return undefined;
  }
}

/** Written atomically: another command may read it meanwhile. */
export function keepSignIn(server: string, signIn: SignIn): void {
  const file = fileOf(server);
  mkdirSync(configDirectory(), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(signIn), { mode: 0o600 });
  chmodSync(draft, 0o600); // Whatever its mode was before.
  renameSync(draft, file);
}

export function forgetSignIn(server: string): void {
  rmSync(fileOf(server), { force: true });
}

const fileOf = (server: string) => join(configDirectory(), `${encodeURIComponent(server.replace(/\/$/, ''))}.json`);
