import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { knowFromList } from './know-from-list.ts';

const lists = ['users', 'list'];
const key = ['users', 'one', 'maya'];

function clientWith(updatedAt: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData([...lists, { q: 'm' }], { items: [{ id: 'tomasz' }, { id: 'maya', version: 2 }] }, { updatedAt });
  return client;
}

test('stores an item of a list with the age of the list', () => {
  const client = clientWith(1000);
  knowFromList(client, lists, key, 'maya');
  expect(client.getQueryState(key)).toMatchObject({ data: { id: 'maya', version: 2 }, dataUpdatedAt: 1000 });
});

test('keeps a cached item that is newer than the list', () => {
  const client = clientWith(1000);
  client.setQueryData(key, { id: 'maya', version: 3 }, { updatedAt: 2000 });
  knowFromList(client, lists, key, 'maya');
  expect(client.getQueryData(key)).toEqual({ id: 'maya', version: 3 });
});

test('ignores an invalidated list, and an item that the list does not contain', async () => {
  const client = clientWith(1000);
  knowFromList(client, lists, ['users', 'one', 'kwame'], 'kwame');
  expect(client.getQueryData(['users', 'one', 'kwame'])).toBeUndefined();
  await client.invalidateQueries({ queryKey: lists });
  knowFromList(client, lists, key, 'maya');
  expect(client.getQueryData(key)).toBeUndefined();
});
