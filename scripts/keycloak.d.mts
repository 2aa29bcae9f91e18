export const keycloakVersion: string;
export const passwords: Readonly<
  Record<'ada' | 'bob' | 'cleo' | 'dora' | 'eve@example.org' | 'frank' | 'henry', string>
>;
export const appSecret: string;
export function missing(): string | undefined;
export function exportRealm(file: string, folder?: string): Promise<void>;
