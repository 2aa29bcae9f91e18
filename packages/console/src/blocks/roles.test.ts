import { licetPermissions, licetRoles } from '@licet/contract';
import { expect, test } from 'vitest';
import { detailOf, permissionTitle, roleTitle } from './roles.ts';
import * as german from './words.de.ts';
import { findWords } from './words.ts';

test('takes the title of the built-in role from the catalogue, and that of another role from its record', () => {
  expect(roleTitle({ name: 'admin', title: 'whatever is stored' })).toBe('Has every permission');
  expect(roleTitle({ name: 'clerk', title: 'Has every permission' })).toBe('Has every permission');
  expect(roleTitle({ name: 'clerk', title: '' })).toBe('');
  expect(detailOf({ kind: 'role', name: 'admin', detail: 'stored', application: null })).toBe('Has every permission');
  expect(detailOf({ kind: 'group', name: 'admin', detail: 'Runs it', application: null })).toBe('Runs it');
  expect(german.findWords.admin).toBe('Darf alles');
});

test('translates the titles of Licet’s initial roles until they are changed', () => {
  const english = findWords.licetRoles;
  findWords.licetRoles = german.findWords.licetRoles;
  try {
    for (const [name, { title }] of Object.entries(licetRoles)) {
      expect(roleTitle({ name, title }), name).not.toBe(title);
      expect(roleTitle({ name, title: 'Ours' }), name).toBe('Ours');
      expect(roleTitle({ name: 'clerk', title }), name).toBe(title);
    }
    expect(roleTitle({ name: 'constructor', title: 'New' })).toBe('New');
  } finally {
    findWords.licetRoles = english;
  }
});

test('translates the titles of Licet’s own permissions only', () => {
  const stored = { name: 'users.read', title: licetPermissions['users.read'] };
  expect(permissionTitle('licet', stored)).toBe(stored.title);
  const english = findWords.licet;
  findWords.licet = german.findWords.licet;
  try {
    for (const [name, title] of Object.entries(licetPermissions)) {
      expect(permissionTitle('licet', { name, title }), name).not.toBe(title);
      expect(permissionTitle('ledger', { name, title }), name).toBe(title);
    }
    expect(permissionTitle('licet', { name: 'constructor', title: 'New' })).toBe('New');
    expect(detailOf({ kind: 'permission', name: 'users.read', detail: stored.title, application: 'licet' })).toMatch(
      /^Personen/,
    );
  } finally {
    findWords.licet = english;
  }
});
