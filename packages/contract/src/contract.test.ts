import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorsOf } from './call.ts';
import { callList } from './calls.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { limits } from './limits.ts';
import { signInCallList } from './nouns/sign-in.ts';
import { openApi } from './openapi.ts';
import { licetPermissions, licetRoles } from './permissions.ts';
import { reasons } from './reasons/index.ts';
import { screens } from './screens.ts';
import { specification } from './specification.ts';

const everyCall = [...callList, ...signInCallList];

test('no two calls have the same method and path', () => {
  const addresses = everyCall.map(([, { method, path }]) => `${method} ${path.replace(/:[a-zA-Z]+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('a call declares every parameter of its path, and no other', () => {
  for (const [id, { path, params }] of everyCall) {
    const named = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name).sort();
    const declared = params && 'shape' in params ? Object.keys(params.shape as object).sort() : [];
    expect(declared, id).toEqual(named);
  }
});

test('OpenAPI lists every reason of refusals and fields, and each reason has one code', () => {
  const namesOf = (codes: readonly string[]) =>
    Object.entries(reasons).flatMap(([code, ofCode]) => (codes.includes(code) ? Object.keys(ofCode) : []));
  interface Listed {
    properties: { reason: { enum: string[] }; errors: { items: { properties: { reason: { enum: string[] } } } } };
  }
  const { components } = openApi('https://licet.example') as { components: { schemas: { Problem: Listed } } };
  const { reason, errors } = components.schemas.Problem.properties;
  expect(reason.enum).toEqual(namesOf(Object.keys(errorCatalogue)));
  expect(errors.items.properties.reason.enum).toEqual(namesOf(['field']));
  const names = namesOf(Object.keys(reasons));
  expect(new Set(names).size).toBe(names.length);
  for (const code of Object.keys(reasons)) expect([...Object.keys(errorCatalogue), 'field', 'finding']).toContain(code);
});

/** Error codes without reasons. For these errors, the fault of a field has the reason. */
const withoutReason: Partial<Record<ErrorCode, string>> = {
  password_refused: 'the fault of the field “password” has the reason',
  code_wrong: 'the fault of the field “code” has the reason',
};

test('every error code has a reason, except those listed without one', () => {
  const codes = Object.keys(errorCatalogue).filter((code) => !(code in reasons));
  expect(codes.sort()).toEqual(Object.keys(withoutReason).sort());
});

test('calls, screens and roles of Licet name only permissions that exist', () => {
  for (const [id, { access }] of callList)
    if ('permission' in access) expect(licetPermissions, id).toHaveProperty([access.permission]);
  for (const { access, path } of Object.values(screens))
    if ('permission' in access) expect(licetPermissions, path).toHaveProperty([access.permission]);
  for (const { permissions } of Object.values(licetRoles))
    for (const name of permissions) expect(licetPermissions).toHaveProperty([name]);
});

test('every error of a call is in the catalogue, and every entry says what to do next', () => {
  for (const [id, definition] of everyCall)
    for (const code of errorsOf(definition)) expect(errorCatalogue, id).toHaveProperty([code]);
  for (const [code, { title, next }] of Object.entries(errorCatalogue)) {
    expect(title, code).toMatch(/^[A-Z].*\.$/);
    expect(next, code).toMatch(/^[A-Z].*\.$/);
  }
});

test('a call answers 204, 202 or 303 exactly when it has no reply', () => {
  for (const [id, { status, reply, stream }] of everyCall)
    expect([202, 204, 303].includes(status), id).toBe(!reply && !stream);
});

test('a call of the sign-in page requires no token, and only writes can be forbidden', () => {
  for (const [id, definition] of signInCallList) {
    const codes = errorsOf(definition);
    expect(['anyone', 'startedSignIn', 'ownPage'], id).toContain(definition.access.kind);
    expect(codes, id).not.toContain('unauthenticated');
    expect(codes.includes('forbidden'), id).toBe(definition.method !== 'GET');
  }
});

test('every limit is positive and has a reason and a source', () => {
  for (const [name, { value, reason, source }] of Object.entries(limits)) {
    expect(value, name).toBeGreaterThan(0);
    expect(reason, name).toMatch(/\.$/);
    expect(source, name).not.toBe('');
  }
});

test('the OpenAPI document describes every call except those of operators', () => {
  const described = operationsAt('https://licet.example').map(({ operationId }) => operationId);
  const expected = everyCall.filter(([, { access }]) => access.kind !== 'operator').map(([id]) => id);
  expect(described.sort()).toEqual(expected.sort());
});

test('the OpenAPI document has the calls of the sign-in page at the root, with their cookie', () => {
  const own = operationsAt('https://licet.example').filter(({ operationId }) => operationId.startsWith('signIn.'));
  expect(own).toHaveLength(signInCallList.length);
  for (const { servers } of own) expect(servers).toEqual([{ url: 'https://licet.example' }]);
  expect(own.find(({ operationId }) => operationId === 'signIn.code')?.security).toEqual([{ signIn: [] }]);
  const cookieAt = (issuer: string) =>
    (openApi(issuer) as { components: { securitySchemes: { signIn: { name: string } } } }).components.securitySchemes
      .signIn.name;
  expect([cookieAt('https://licet.example'), cookieAt('http://localhost:4080')]).toEqual([
    '__Secure-licet_sign_in',
    'licet_sign_in',
  ]);
});

interface Operation {
  readonly operationId: string;
  readonly servers?: readonly object[];
  readonly security?: readonly object[];
}

const operationsAt = (issuer: string): Operation[] =>
  Object.values((openApi(issuer) as { paths: Record<string, Record<string, Operation>> }).paths).flatMap((methods) =>
    Object.values(methods),
  );

test('every reference in the OpenAPI document resolves, and no schema has a generated name', () => {
  const document = openApi('https://licet.example') as { components: { schemas: object } };
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]*)"/g)].map(([, path = '']) => path);
  expect(references).toContain('/components/schemas/AnyJson');
  const at = (path: string) =>
    path
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  expect(references.filter((path) => at(path) === undefined)).toEqual([]);
  expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('_'))).toEqual([]);
});

test('docs/specification.md matches the contract', () => {
  expect(readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8')).toBe(specification());
});
