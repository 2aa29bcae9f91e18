import { bindName, type ConnectionTest, limits } from '@licet/contract';
import { AndFilter, EqualityFilter } from 'ldapts';
import type { OpenSocket } from '../../outgoing/guard.ts';
import { type Finding as Found, finding } from '../../refusal.ts';
import { attributesOf, bindReader, type Directory, people } from './directory.ts';
import { nameIn } from './distinguished-names.ts';
import { personOf } from './entries.ts';
import { findingOf } from './failures.ts';
import { openSession, type Session } from './session.ts';

type Finding = ConnectionTest['findings'][number];

/** Tests a directory step by step. The first failing step contains the reason. */
export async function testDirectory(openSocket: OpenSocket, directory: Directory): Promise<ConnectionTest> {
  const { settings } = directory;
  const findings: Finding[] = [];
  let step: Finding['about'] = 'connection';
  let session: Session | undefined;
  try {
    session = await openSession(
      openSocket,
      settings,
      AbortSignal.timeout(limits.ldapTestTime.value * 1000),
      limits.ldapImportAnswer.value,
    );
    const { socket } = session;
    findings.push({ about: 'connection', right: true, found: `${socket.remoteAddress} ${socket.remotePort}` });
    findings.push(encryptionOf(socket));
    step = 'reading';
    if (settings.bindDn.includes(bindName)) {
      // If users bind as themselves, reading cannot be tested without a user's password.
      findings.push({ about: 'reading', right: true, found: settings.bindDn });
      return { works: true, findings };
    }
    await bindReader(session, directory);
    findings.push({ about: 'reading', right: true, found: settings.bindDn });
    step = 'people';
    findings.push(await peopleOf(session, directory));
    step = 'everybody';
    findings.push(await everybodyIn(session, directory));
    step = 'groups';
    if (settings.groupSource === 'search') findings.push(await groupsAt(session, directory));
  } catch (error) {
    const found = findingOf(error);
    if (found === undefined) throw error;
    findings.push(wrong(step, found));
  } finally {
    session?.close();
  }
  return { works: findings.every(({ right }) => right), findings };
}

function encryptionOf(socket: Session['socket']): Finding {
  const protocol = 'getProtocol' in socket && typeof socket.getProtocol === 'function' ? socket.getProtocol() : null;
  return { about: 'encryption', right: true, found: protocol === null ? 'none' : String(protocol) };
}

async function peopleOf(session: Session, { settings }: Directory): Promise<Finding> {
  const what = { filter: new AndFilter({ filters: people(settings) }), attributes: attributesOf(settings) };
  const found = (await session.search(settings.baseDn, what, few)).map((entry) => personOf(settings, entry));
  const whole = found.filter(({ id, username }) => id !== null && username !== null);
  if (found.length === 0) return wrong('people', finding('no_entry_of_class', { class: settings.personClass }));
  const [login = ''] = settings.loginAttributes;
  if (whole.length === 0) return wrong('people', finding('no_entry_with_names', { id: settings.idAttribute, login }));
  return {
    about: 'people',
    right: true,
    found: listed(
      whole.map(({ username }) => username ?? ''),
      found.length,
    ),
  };
}

/** Reads all people as a synchronisation does. If a directory returns only some of them, it reports this at the end of the search. */
async function everybodyIn(session: Session, { settings }: Directory): Promise<Finding> {
  const filter = new AndFilter({ filters: people(settings) });
  let count = 0;
  for await (const entries of session.pages(settings.baseDn, { filter, attributes: ['1.1'] })) count += entries.length;
  return { about: 'everybody', right: true, found: `${count}` };
}

async function groupsAt(session: Session, { settings }: Directory): Promise<Finding> {
  const filter = new EqualityFilter({ attribute: 'objectClass', value: settings.groupClass });
  const found = await session.search(settings.groupBaseDn ?? settings.baseDn, { filter, attributes: ['cn'] }, few);
  if (found.length === 0) return wrong('groups', finding('no_entry_of_class', { class: settings.groupClass }));
  return {
    about: 'groups',
    right: true,
    found: listed(
      found.map(({ dn }) => nameIn(dn)),
      found.length,
    ),
  };
}

const wrong = (about: Finding['about'], { sentence: found, ...said }: Found): Finding => ({
  about,
  right: false,
  found,
  ...said,
});

/** A few names, and whether there are more. */
const listed = (names: readonly string[], found: number) => names.slice(0, 3).join(', ') + (found > 3 ? ', …' : '');
const few = 20;
