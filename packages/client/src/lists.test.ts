import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLists } from './lists.ts';

const issuer = 'https://id.example';
const permissions = ['invoices.read', 'invoices.refund'];
const ref = createHash('sha256').update(JSON.stringify(permissions)).digest('base64url');
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const access = jwt({ sub: 'ada', aud: 'ledger', permissions_ref: ref });
const honest = { iss: issuer, sub: 'ada', aud: 'ledger', permissions_ref: ref, permissions };

/** Returns the outcome of loading a list when the server sends this response. */
async function loaded(answer: Response) {
  const asked: string[] = [];
  const send = async (request: Request, token?: string) => {
    asked.push(`${request.url} ${token}`);
    return answer;
  };
  const lists = createLists(issuer, { send, thumbprint: async () => '' });
  await lists.load(access);
  expect(asked).toEqual([`${issuer}/oidc/permissions/${ref} ${access}`]);
  return lists.known(ref);
}

describe('a list of permissions that is too long for a token', () => {
  it('is fetched with the token, and stored by its hash', async () => {
    expect(await loaded(new Response(jwt(honest)))).toEqual(permissions);
  });

  it.each([
    ['of another user', { ...honest, sub: 'eve' }],
    ['of another application', { ...honest, aud: 'ward' }],
    ['of another issuer', { ...honest, iss: 'https://evil.example' }],
    ['of another hash', { ...honest, permissions_ref: 'x' }],
    ['with another list', { ...honest, permissions: [...permissions, 'admin.everything'] }],
    ['without a list', { ...honest, permissions: 'invoices.read' }],
  ])('is refused if it is %s', async (_, claims) => {
    await expect(loaded(new Response(jwt(claims)))).rejects.toMatchObject({ code: 'answer_invalid' });
  });

  it('is refused if it is not a document', async () => {
    await expect(loaded(new Response('<!doctype html>'))).rejects.toMatchObject({ code: 'answer_invalid' });
  });

  it('fails with the server’s message if the server no longer stores it', async () => {
    const gone = Response.json({ code: 'not_found', title: 'It does not exist.' }, { status: 404 });
    await expect(loaded(gone)).rejects.toMatchObject({ code: 'not_found', message: 'It does not exist.' });
  });
});
