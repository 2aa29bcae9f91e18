import { expect, test } from 'vitest';
import { processorTimes } from '../../../scripts/processor-time.testing.ts';
import { erasedName } from './fixed-names.ts';
import {
  applicationId,
  email,
  isVisible,
  line,
  newPermissionName,
  newRoleName,
  newUsername,
  permissionName,
  personName,
  roleName,
  username,
} from './names.ts';

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test.each([
  'invoices.refund',
  's3:GetObject',
  'roles/owner',
  'compute.instances.get',
  'read all',
  'Überweisung',
  '請求書',
  '__proto__',
  'constructor',
  'a'.repeat(256),
  '😀'.repeat(256),
])('accepts a permission called %j', (name) => expect(takes(permissionName, name)).toBe(true));

test.each([
  '',
  ' a',
  'a ',
  'a\tb',
  'a\nb',
  'a\u0000b',
  'a\u200bb',
  'a\u202eb',
  'caf\ufffd',
  'a'.repeat(257),
  '😀'.repeat(257),
  '\ud800',
  5,
  null,
  undefined,
  {},
])('refuses a permission called %j', (name) => expect(takes(permissionName, name)).toBe(false));

test.each(['Admin', 'ADMIN', 'aDmin', 'ａｄｍｉｎ', 'аdmin', 'admın', 'adm1n', 'ádmin', 'ad\u00admin', 'admiп'])(
  'refuses a role called %j as a look-alike of admin',
  (name) => {
    expect(takes(roleName, name)).toBe(false);
  },
);

test.each(['admin', 'administrator', 'roles/admin', 'admin-eu', 'badmin'])('accepts a role called %j', (name) =>
  expect(takes(roleName, name)).toBe(true),
);

// Each look-alike in the data of the standard, for each letter and at each position.
test.each(
  ['ɑdmin', '⍺dmin', 'αdmin', 'Αdmin', 'Аdmin', 'Ꭺdmin', 'ꓮdmin', '𖽀dmin', 'ⓐdmin', '𝐚dmin', '@dmin', 'ᴬdmin'].concat(
    ['aԁmin', 'aᏧmin', 'aᑯmin', 'aꓒmin', 'aᎠmin', 'aɗmin', 'ađmin', 'aÐmin', 'aƉmin', 'aⅾmin', 'a₫min'],
    ['adмin', 'adΜin', 'adϺin', 'adⲘin', 'adᎷin', 'adꓟin', 'adӍin', 'adɱin', 'ad₥in', 'adⅿin', 'adrnin', 'aDRNin'],
    [
      'admіn',
      'admın',
      'admɪn',
      'admɩn',
      'admιn',
      'admӏn',
      'admⅰn',
      'adm|n',
      'admln',
      'adm1n',
      'adm!n',
      'admǀn',
      'admⵏn',
      'admłn',
    ],
    ['admiո', 'admiռ', 'admiΝ', 'admiⲚ', 'admiꓠ', 'admiɳ', 'admiƞ', 'admiη', 'admiп', 'admiν', 'admiᵰ'],
    ['аԁміп', 'аԁмıո', 'AᎠᎷIΝ', 'a\u200bdmin', 'ad\u034fmin', 'ádmín'],
  ),
)('refuses %j both as a role and as a username', (name) => {
  expect(takes(roleName, name)).toBe(false);
  expect(takes(newUsername, name)).toBe(false);
});

test.each(['paypаl', 'ѕam', 'jоhn', 'mariа', 'γiorgos', 'ոora', 'ann-בוב', 'ᎪNN', 'ivan-иван'])(
  'refuses the username %j, which mixes scripts',
  (name) => {
    expect(takes(newUsername, name)).toBe(false);
    expect(takes(username, name)).toBe(true); // Existing users with such names can still sign in.
  },
);

test.each([
  'admin',
  'Admin',
  'иван',
  'γιώργος',
  'ann.o-brien_42',
  '田中さくら',
  'tanaka田中',
  '김철수',
  'محمد',
  'דוד',
  'josé',
  'ægir',
  'łukasz',
  'नमिता',
])('accepts the username %j', (name) => expect(takes(newUsername, name)).toBe(true));

const name = line(256, 'name');
test.each([
  'José Ñuñez',
  'می\u200cخواهم',
  'क्\u200dष',
  '👨\u200d👩\u200d👧',
  '👩🏽\u200d💻 team',
  '🏳\ufe0f\u200d🌈',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
])('accepts the name %j for a user', (text) => expect(takes(name, text)).toBe(true));
test.each([
  'Kwa\u200cme',
  'Kwa\u200dme',
  'Kwa\u00adme',
  'Kwa\u2060me',
  'Kwa\u034fme',
  'Kwame\u061c',
  'Kwame\ufe0f',
  'Kwame1\ufe0f',
  'Kwame\u{e0041}',
  'می\u200c\u200cخ',
  '\u200cمی',
  '👨\u200d',
  '\u3164',
  '\u2800',
])('refuses a name that invisible characters make look like another: %j', (text) =>
  expect(takes(name, text)).toBe(false),
);

test('treats blank and invisible characters as no text', () => {
  for (const text of ['', ' \n\t', '\u00a0\u3000', '\u200b\u00ad', '\u3164\u2800', '\ufe0f'])
    expect(isVisible(text)).toBe(false);
  for (const text of [' a ', '1', '请', '😀', '.']) expect(isVisible(text)).toBe(true);
});

test.each(['ledger', 'a', 'licet', 'crm-2', 'a'.repeat(63)])('accepts the identifier %j for an application', (id) =>
  expect(takes(applicationId, id)).toBe(true),
);
test.each(['', 'Ledger', '2crm', 'crm-', '-crm', 'a_b', 'a'.repeat(64), 'a.b', '../x'])(
  'refuses the identifier %j for an application',
  (id) => expect(takes(applicationId, id)).toBe(false),
);

test.each(['maya@example.org', 'maya+a@example.co.uk', 'jürgen@bücher.example'])(
  'accepts %j as an e-mail address',
  (address) => expect(takes(email, address)).toBe(true),
);
test.each([
  'maya',
  'maya@',
  '@example.org',
  'maya@example',
  'a@b.c.',
  'a@b..c',
  'a b@c.de',
  'a@b.c,d@e.f',
  'a@b.c\n',
  '<a@b.c>',
])('refuses %j as an e-mail address', (address) => expect(takes(email, address)).toBe(false));

test.each([
  'ingrid\uff20aurelia.example',
  'ingrid\ufe6baurelia.example',
  'a\u00a8b',
  'ing\u00adrid',
  'ing\u2060rid',
  'ing\ufe0frid',
  'ing\u200crid',
  '\u{e0041}ingrid',
  '\u3164',
  '０190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
])('refuses the username %j because its normalised form is not valid', (name) =>
  expect(takes(username, name)).toBe(false),
);

test.each(['x\uff20y@z.example', 'ing\u00adrid@aurelia.example', 'x\uff0cy@z.example', 'x\u00a8@z.example'])(
  'refuses the e-mail address %j because its normalised form is not valid',
  (address) => expect(takes(email, address)).toBe(false),
);

test('refuses a username with a space, with an @, or in the form of an id', () => {
  expect(takes(username, 'u1')).toBe(true);
  for (const name of ['a b', 'a@b', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b']) expect(takes(username, name)).toBe(false);
});

test('refuses a text of hundreds of kilobytes about as fast as one of five kilobytes', async () => {
  for (const text of [`a@${'a'.repeat(500_000)}!`, `${' '.repeat(500_000)}x`, 'ﷺ'.repeat(100_000)])
    for (const schema of [email, newUsername, permissionName]) {
      const refusing = (given: string) => () => {
        for (let time = 0; time < 300; time += 1) schema.safeParse(given);
      };
      expect(schema.safeParse(text).error?.issues).toHaveLength(1);
      const { long, short } = await processorTimes({ long: refusing(text), short: refusing(text.slice(-5000)) }, 3);
      expect(long).toBeLessThan(3 * short + 20); // If the check read the whole text, it would take hundreds of milliseconds.
    }
});

test.each(['pаyroll', 'заявкa.read', 'Μax'])('refuses a new name that mixes scripts in one word: %j', (name) => {
  for (const schema of [newPermissionName, newRoleName]) expect(takes(schema, name)).toBe(false);
  for (const schema of [permissionName, roleName]) expect(takes(schema, name)).toBe(true);
});

test.each(['заявка.read', '請求書 read', 'Ærø', 'café.read'])(
  'accepts a new name with words of several scripts: %j',
  (name) => expect(takes(newPermissionName, name)).toBe(true),
);

const acceptsPerson = (name: string) => personName('name').safeParse(name).success;

test.each([
  erasedName,
  'A Person Who Was Erased',
  'a  person who\u00A0was erased',
  'ａ person who was erased',
  'á pérson who was erased',
  // The letters а, е, о and р are Cyrillic.
  '\u0430 p\u0435rs\u043En who was erased',
  'a \u0440erson who was erased',
  'a person who was erased (erased)',
  'Ada, a person who was erased',
  'Person (unkenntlich gemacht)',
  'person (UNKENNTLICH gemacht)',
])('refuses a name that imitates the placeholder for erased users: %s', (name) =>
  expect(acceptsPerson(name)).toBe(false),
);

test.each(['Ada Lovelace', 'A person', 'Erased', 'Иван Иванович', 'и Иванов или Джо Иванов', '王 小明'])(
  'accepts the name of a person: %s',
  (name) => expect(acceptsPerson(name)).toBe(true),
);
