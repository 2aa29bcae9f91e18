import { expect, it } from 'vitest';
import { allReasons } from './all.de.ts';
import { germanReasons } from './german.ts';
import { ownSentence } from './own-sentence.ts';

const { sentence } = germanReasons(allReasons).reasons;
const named = (reason: string, values: object) => sentence(undefined, reason, values);

it('says why a provider cannot be reached, with the host and its fault', () => {
  const values = { connection: 'Acme', host: 'sso.acme.example', fault: 'unknown_host' };
  expect(sentence('provider_unreachable', 'provider_host_failed', values)).toBe(
    'Acme ist nicht zu erreichen. sso.acme.example ist nicht bekannt: Zu dem Namen gehört keine Adresse.',
  );
  const blocked = { connection: 'Acme', host: '10.1.2.3', network: 'private_network' };
  expect(sentence('provider_unreachable', 'provider_not_called', blocked)).toContain(
    '10.1.2.3 führt in ein privates Netz.',
  );
});

it('shows the problem of a synchronisation from its stored values', () => {
  expect(named('directory_without_class', { connection: 'Corp', class: 'inetOrgPerson' })).toBe(
    'Corp lässt sich nicht fragen. Dort steht kein Eintrag der Klasse inetOrgPerson, oder der Bind-DN darf keinen lesen.',
  );
  expect(named('directory_fault', { connection: 'Corp', fault: 'size_limit' })).toContain('sizeLimitExceeded');
});

it('says why a synchronisation leaves out entries', () => {
  expect(named('address_of_another', {})).toBe('Jemand anderes hat hier diese E-Mail-Adresse.');
  expect(named('user_has_licet', { user: 'Maya' })).toContain('Maya hat Zugriff auf Licet selbst.');
});

it('shows the stored sentence of a server of another version as it was recorded', () => {
  expect(named('invented_later', {})).toBeUndefined();
  expect(named('constructor', {})).toBeUndefined();
  expect(named('directory_fault', { connection: 'Corp', fault: 'invented_later' })).toBeUndefined();
  expect(ownSentence('Corp cannot be asked.', {})).toBe('Corp cannot be asked.');
  expect(ownSentence('Corp cannot be asked.', { reason: 'invented_later', values: {} })).toBe('Corp cannot be asked.');
});
