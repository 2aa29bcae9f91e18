import { callList, errorsOf, problem, signInCallList } from '@licet/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstPolicy } from '../../packages/server/src/store/policy/policy.ts';
import { type Schema, valueFor } from './arbitrary.ts';
import { type Attacked, attackOne, loggedSecrets } from './attacked.ts';
import { type Answer, send, takeFaults } from './http.ts';
import { givePermission, mark, newAdmin, newApplication, newPerson } from './people.ts';
import { signIn } from './sign-in.ts';

// Sends valid and invalid input to every call of the OpenAPI document. Expects no server error, and no response outside the contract. The
// test has its own Licet, because it changes the sign-in rules, the mail server and the users.

const runs = Number(process.env.LICET_FUZZ_RUNS ?? 2);

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly servers?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

let attacked: Attacked;
let known: readonly string[];
let token = '';
let operations: readonly (readonly [method: string, path: string, operation: Operation])[] = [];

beforeAll(async () => {
  attacked = await attackOne();
  known = await someOfEverything(attacked);
  token = await signedIn();
  const { paths } = (await send(attacked.here, '/api/openapi.json')).json as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );
});
afterAll(() => attacked?.stop());

const everyCall = [...callList, ...signInCallList];
const network = everyCall.filter(([, { access }]) => access.kind !== 'operator');

describe('every call with valid and invalid random input', () => {
  test('the OpenAPI document contains every call of the contract', () => {
    const said = operations.map(([, , { operationId }]) => operationId);
    expect(said.toSorted()).toEqual(network.map(([id]) => id).toSorted());
  });

  test.each(network.map(([id]) => id))('%s', async (id) => {
    const [method, path, operation] = operations.find(([, , it]) => it.operationId === id) ?? [];
    if (!method || !path || !operation) throw new Error(`There is no ${id}.`);
    const asked = fc.record({
      parameters: fc.tuple(
        ...(operation.parameters ?? []).map(({ name, in: place, required, schema }) => {
          const value =
            place === 'path'
              ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, valueFor(schema, known))
              : valueFor(schema, known);
          return fc.record({
            name: fc.constant(name),
            place: fc.constant(place),
            value,
            given: required ? fc.constant(true) : fc.boolean(),
          });
        }),
      ),
      body: valueFor(Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {}, known),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ parameters, body }) => {
        const given = parameters.filter((it) => it.given);
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const text = textOf(given.find((it) => it.place === 'path' && it.name === name)?.value);
          return encodeURIComponent(text) || 'x';
        });
        const query = new URLSearchParams(
          given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, textOf(value)]),
        );
        const types = Object.keys(operation.requestBody?.content ?? {});
        const [type] = types;
        await answersAsSaid(operation, method, `${operation.servers ? '' : '/api/v1'}${address}?${query}`, type, body);
      }),
      { numRuns: runs, ...(runs < 50 && { endOnFailure: true, seed: 20_261_122 }) },
    );
  });

  test('no secret was logged, and no unexpected error occurred', () => {
    expect(loggedSecrets(attacked)).toEqual([]);
    expect(attacked.log()).not.toMatch(
      /for an unexpected reason|does not fit the contract|does not declare this error/,
    );
  });
});

async function answersAsSaid(
  operation: Operation,
  method: string,
  path: string,
  type: string | undefined,
  body: unknown,
) {
  const text = type === 'text/plain' ? textOf(body) : JSON.stringify(body);
  const ask = () =>
    send(attacked.here, path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      ...(type && { body: text }),
      headOnly: operation.operationId === 'live.changes',
    });
  let answer = await ask();
  if (answer.code === 'token_invalid' || answer.code === 'token_expired' || answer.code === 'sign_in_again') {
    token = await signedIn();
    answer = await ask();
  }
  expect(takeFaults()).toEqual([]);
  fits(operation, answer, `${method} ${path} ${type ? text?.slice(0, 500) : ''}`);
}

/** Expects the status, the content type and the body that the document declares for the call. */
function fits(
  { operationId, responses }: Operation,
  { status, headers, json, text, code }: Answer,
  asked: string,
): void {
  const said = responses[status];
  expect(said, `${asked} was answered ${status} ${text.slice(0, 300)}`).toBeDefined();
  const type = headers['content-type']?.split(';')[0];
  const types = Object.keys(said?.content ?? {});
  if (types.length > 0) expect(types, asked).toContain(type);
  else expect(text, asked).toBe('');
  if (type === 'text/html') return;
  const definition = everyCall.find(([id]) => id === operationId)?.[1];
  if (!definition) throw new Error(`There is no call ${operationId}.`);
  if (status >= 400) {
    expect(problem.safeParse(json).error, asked).toBeUndefined();
    expect(errorsOf(definition), asked).toContain(code);
  } else if (definition.reply && !definition.stream)
    expect(definition.reply.safeParse(json).error?.issues, asked).toBeUndefined();
}

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed();
};

/** Signs in a new administrator, whatever sign-in rules earlier calls have set. Returns the token. */
async function signedIn(): Promise<string> {
  const admin = await newAdmin(attacked);
  try {
    return (await signIn(attacked, admin)).tokens.access;
  } catch {
    const { version: _, ...policy } = firstPolicy;
    await attacked.operator.policy.update({ body: policy });
    return (await signIn(attacked, admin)).tokens.access;
  }
}

/** Creates one object of each kind, and returns their ids and names. */
async function someOfEverything(it: Attacked): Promise<readonly string[]> {
  const { operator } = it;
  const { key, id: client } = await newApplication(it);
  const params = { application: key };
  const person = await newPerson(it);
  const group = await operator.groups.create({ body: { name: `g ${mark()}` } });
  await operator.groups.addMember({ params: { group: group.id, member: person.id } });
  const { permission, grant } = await givePermission(it, key, person.id, 'read');
  const role = await operator.roles.create({ params, body: { name: 'reader', permissions: [permission] } });
  return [key, 'licet', client, person.id, person.username, group.id, permission, grant, role.id, 'read', '1'];
}
