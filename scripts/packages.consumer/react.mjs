// The packed guards render on a server with the installed React, and never throw.
import assert from 'node:assert/strict';
import { createLicet } from '@licet/client';
import { AccessProvider, Can, useAccess, usePermission, useRole } from '@licet/react';
import { createElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

const complaints = [];
console.error = (...words) => complaints.push(words.join(' '));

const exp = Math.floor(Date.now() / 1000) + 300;
const claims = { sub: 'ada', roles: ['clerk'], permissions: ['invoices.read'], exp };
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

for (const token of [claims, `${part({ alg: 'ES256' })}.${part(claims)}.`])
  assert.equal(shown(token), 'valid|ada|read:yes|refund:no|clerk:yes|hook:true,false');
assert.match(shown({ ...claims, exp: 1 }), /^expired\|.*read:no\|refund:no\|clerk:no\|hook:false,false$/);
assert.match(shown(null), /^signed-out\|.*read:no\|refund:no\|clerk:no\|hook:false,false$/);
assert.match(shown(undefined), /^loading\|.*read:no/);
for (const bad of [
  '',
  'x',
  '..',
  '💥.💥.💥',
  'e30.e30.',
  {},
  [],
  { ...claims, permissions: 'invoices.read' },
  { ...claims, exp: '9' },
])
  assert.match(shown(bad), /^malformed\|.*read:no\|refund:no\|clerk:no\|hook:false,false$/);
assert.match(shown({ ...claims, roles: ['admin'] }), /read:yes\|refund:yes\|clerk:no/);
const licet = createLicet({ issuer: 'http://localhost:4080', clientId: 'web', audience: 'ledger' });
assert.match(rendered({ source: licet }), /^loading\|.*read:no/);
assert.deepEqual(complaints, []);

function shown(token) {
  return rendered({ token });
}

function rendered(from) {
  const can = (name, wants) => createElement(Can, { ...wants, fallback: `${name}:no|` }, `${name}:yes|`);
  const tree = createElement(
    AccessProvider,
    from,
    createElement(Words),
    can('read', { permission: 'invoices.read' }),
    can('refund', { permission: 'invoices.refund' }),
    can('clerk', { role: 'clerk' }),
    createElement(Hooks),
  );
  return renderToString(createElement(StrictMode, null, tree)).replaceAll('<!-- -->', '');
}

function Words() {
  const { status, user } = useAccess();
  return `${status}|${user}|`;
}

function Hooks() {
  const role = useRole('constructor');
  return `hook:${usePermission(['invoices.read', 'invoices.refund'], { mode: 'any' })},${role}`;
}
