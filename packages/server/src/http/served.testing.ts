import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { testUpstream } from '../identity/connections/upstream.testing.ts';
import { secretsOf } from '../identity/keys/secrets.ts';
import type { Caller } from '../usecases/context.ts';
import { anonymous, issuer, type TestLicet } from '../usecases/testing.ts';
import { buildServer } from './server.ts';

/** A server that takes its caller from the header `x-who`. It does not listen yet. */
export const servedTo = (
  { database }: TestLicet,
  callers: Readonly<Record<string, Caller>>,
): Promise<FastifyInstance> =>
  buildServer({
    log: pino({ level: 'silent' }),
    database,
    issuer,
    hashing: {
      hash: async () => '',
      verify: async () => false,
      derive: async () => Buffer.of(),
      outdated: () => false,
      keep: (hash) => ({ cost: 'test', hash }),
    },
    secrets: secretsOf(Buffer.alloc(32, 7)),
    upstream: testUpstream(issuer),
    rotateKeys: async () => undefined,
    trustedProxies: [],
    authenticate: async ({ headers }) => callers[String(headers['x-who'])] ?? anonymous,
    webOrigin: async () => false,
    mountSignIn: async () => undefined,
    ready: async () => undefined,
    consoleFolder: '/nowhere',
  });
