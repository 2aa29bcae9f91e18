// The packed client applies the rule to tokens of any source, without a browser.
import assert from 'node:assert/strict';
import { createAccess, createLicet } from '@licet/client';

let holding = { status: 'loading' };
const listeners = new Set();
const source = {
  current: () => holding,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const access = createAccess(source);
const exp = Math.floor(Date.now() / 1000) + 300;
let notifications = 0;
const leave = access.subscribe(() => {
  notifications += 1;
});
assert.equal(access.snapshot().status, 'loading');
assert.equal(access.can('invoices.read'), false);

hold({ status: 'held', token: { sub: 'ada', roles: [], permissions: ['invoices.read'], exp } });
assert.equal(access.snapshot().status, 'valid');
assert.equal(access.can('invoices.read'), true);
assert.equal(access.can('constructor'), false);
assert.ok(notifications > 0);

hold({ status: 'signed-out' });
assert.equal(access.can('invoices.read'), false);
leave();
assert.equal(listeners.size, 0);

// On a server, a sign-in does nothing, and its status is `loading`.
const licet = createLicet({ issuer: 'http://localhost:4080', clientId: 'web', audience: 'ledger' });
assert.deepEqual(licet.current(), { status: 'loading' });
assert.equal(createAccess(licet).can('invoices.read'), false);
licet.subscribe(() => undefined)();
licet.close();

function hold(next) {
  holding = next;
  for (const listener of [...listeners]) listener();
}
