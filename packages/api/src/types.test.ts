import type { PermissionName, RoleName } from '@licet/rule';
import type { Request } from 'express';
import express from 'express';
import Fastify, { type FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import { expectTypeOf, test } from 'vitest';
import { guard as expressGuard } from './express.ts';
import { type AccessOptions, accessPlugin, type GuardedRequest, requirePermission } from './fastify.ts';
import { guard as fetchGuard } from './fetch.ts';
import { guard as honoGuard } from './hono.ts';
import {
  type AccessRefused,
  createVerifier,
  type RefusedCode,
  refusedReply,
  type VerifiedAccess,
  type Verifier,
  type VerifierOptions,
} from './index.ts';
import type { Conditions } from './requirement.ts';

test('createVerifier requires an issuer and an audience, and its verifier returns access', () => {
  expectTypeOf(createVerifier).parameters.toEqualTypeOf<[VerifierOptions]>();
  expectTypeOf(createVerifier).returns.toEqualTypeOf<Verifier>();
  expectTypeOf<{ issuer: string; audience: string }>().toExtend<VerifierOptions>();
  expectTypeOf<{ issuer: string }>().not.toExtend<VerifierOptions>();
  expectTypeOf<{ issuer: string; audience: string; whenDisconnected: 'maybe' }>().not.toExtend<VerifierOptions>();
  expectTypeOf<Verifier['verify']>().returns.resolves.toEqualTypeOf<VerifiedAccess>();
  expectTypeOf<Verifier['verify']>().toBeCallableWith('a.b.c');
  expectTypeOf<Verifier['verify']>().toBeCallableWith(new globalThis.Request('http://localhost'));
});

test('permissions and roles are typed as names of the catalogue', () => {
  expectTypeOf<VerifiedAccess['can']>().parameters.toEqualTypeOf<[PermissionName]>();
  expectTypeOf<VerifiedAccess['hasRole']>().parameters.toEqualTypeOf<[RoleName]>();
  expectTypeOf<Verifier['requirePermission']>().parameter(1).toEqualTypeOf<PermissionName>();
  expectTypeOf<Parameters<typeof requirePermission>[0]>().toEqualTypeOf<PermissionName>();
  expectTypeOf<Parameters<typeof requirePermission>[1]>().toEqualTypeOf<
    Conditions<[request: GuardedRequest]> | undefined
  >();
});

test('access is readonly', () => {
  expectTypeOf<VerifiedAccess['claims']>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
  expectTypeOf<VerifiedAccess['permissions']>().toEqualTypeOf<readonly string[]>();
});

test('a refusal has one of the known codes, and can be turned into a reply', () => {
  expectTypeOf<AccessRefused['code']>().toEqualTypeOf<RefusedCode>();
  expectTypeOf<AccessRefused['status']>().toEqualTypeOf<401 | 403 | 503>();
  expectTypeOf(refusedReply).toBeCallableWith({} as AccessRefused);
});

test('the requests of each framework have a typed access property', () => {
  expectTypeOf<FastifyRequest['access']>().toEqualTypeOf<VerifiedAccess>();
  expectTypeOf<Request['access']>().toEqualTypeOf<VerifiedAccess>();
  expectTypeOf<{ verifier: Verifier }>().toExtend<AccessOptions>();
  const never = (verifier: Verifier) => {
    express().get('/', expressGuard(verifier).requireAccess(), (request) => {
      expectTypeOf(request.access.userId).toBeString();
    });
    const app = Fastify();
    app.register(accessPlugin, { verifier });
    app.get<{ Params: { id: string } }>(
      '/:id',
      { preHandler: [requirePermission('invoices.read')] },
      async (request) => {
        expectTypeOf(request.params.id).toBeString();
        expectTypeOf(request.access).toEqualTypeOf<VerifiedAccess>();
      },
    );
    new Hono().get('/', honoGuard(verifier).requireAccess(), (c) => {
      expectTypeOf(c.get('access')).toEqualTypeOf<VerifiedAccess>();
      return c.body(null);
    });
    const handler = fetchGuard(verifier).requirePermission(
      'invoices.read',
      (_request, access, context: { params: string }) => Response.json([access.userId, context.params]),
    );
    expectTypeOf(handler).toEqualTypeOf<
      (request: globalThis.Request, context: { params: string }) => Promise<Response>
    >();
  };
  expectTypeOf(never).returns.toBeVoid();
});
