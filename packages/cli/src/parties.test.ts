import type { Client } from '@licet/contract/client';
import { expect, it } from 'vitest';
import { anyUserId } from './parties.ts';

const user = (id: string, username: string, email: string | null = null) => ({ id, username, email });

/** Returns a client whose user list has these pages, and counts its calls. */
function listing(...pages: readonly ReturnType<typeof user>[][]) {
  const asked: string[] = [];
  const list = async ({ query }: { readonly query: { readonly cursor?: string } }) => {
    asked.push(query.cursor ?? '');
    const page = Number(query.cursor ?? 0);
    return { items: pages[page] ?? [], next: page + 1 < pages.length ? `${page + 1}` : null };
  };
  return { asked, client: { users: { list } } as unknown as Client };
}

it('finds a user beyond the first page of matches', async () => {
  const { client } = listing([user('1', 'ana.b'), user('2', 'ana.c')], [user('3', 'ana')]);
  expect(await anyUserId(client, 'Ana')).toBe('3');
});

it('prefers the address as typed, even on a later page, to its other spelling', async () => {
  const { client } = listing([user('1', 'x', 'ana@xn--bcher-kva.example')], [user('2', 'y', 'ana@bücher.example')]);
  expect(await anyUserId(client, 'ana@bücher.example')).toBe('2');
});

it('finds no user for an empty name, and requests no list', async () => {
  const { client, asked } = listing([user('1', '')]);
  expect(await anyUserId(client, '')).toBeUndefined();
  expect(asked).toEqual([]);
});
