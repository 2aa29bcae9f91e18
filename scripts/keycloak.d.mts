export const keycloakVersion: string;
export const passwords: Readonly<
  Record<'ada' | 'bob' | 'cleo' | 'dora' | 'eve@example.org' | 'frank' | 'henry', string>
>;
export const appSecret: string;
export function missing(): string | undefined;
/** Calls the API for administrators: what is answered, or the id of what was made. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;
export interface Keycloak {
  readonly address: string;
  /** The group of its processes. */
  readonly group: number;
  readonly ask: Ask;
  exportTo(file: string): Promise<void>;
  stop(): Promise<void>;
}
export interface KeycloakOptions {
  /** Where it is installed. */
  readonly folder?: string;
  /** What its machine is told beside what Keycloak tells it. */
  readonly java?: string;
}
export function startKeycloak(options?: KeycloakOptions): Promise<Keycloak>;
export function makeRealm(ask: Ask): Promise<void>;
