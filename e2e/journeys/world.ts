import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@licet/contract/client';
import type { Browser } from '@playwright/test';
import { operatorClient } from 'licet/connection';
import { samplePassword } from '../../examples/ledger/sample/members.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startProgram } from '../../scripts/program.ts';
import { newVisitor, openAs, startSession, type Visitor } from '../visitor.ts';
import { browserOf, Hand, type Way } from './hand.ts';

/** Licet and Ledger with the sample organisation and its past year, as `npm start -- --sample` starts them. */
export interface World {
  readonly issuer: string;
  readonly ledger: string;
  readonly operator: Client;
  readonly dataDirectory: string;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  // The sample creates the directory, so that PostgreSQL's own user may enter it.
  const dataDirectory = join(tmpdir(), `licet-journeys-${randomUUID()}`);
  const [port, ledgerPort] = [await freePort(), await freePort()];
  const start = fileURLToPath(new URL('../../examples/ledger/sample/start.ts', import.meta.url));
  const flags = ['--data', dataDirectory, '--port', String(port), '--ledger-port', String(ledgerPort)];
  const ready = (said: string) => said.includes('Ledger is ready');
  const sample = await startProgram('The sample', [process.execPath, start, ...flags], { ready, patience: 300_000 });
  return {
    issuer: `http://localhost:${port}`,
    ledger: `http://localhost:${ledgerPort}`,
    operator: operatorClient({ data: dataDirectory }),
    dataDirectory,
    stop: () => sample.stop(),
  };
}

/** The data for playing the journeys with one input method. Each input method has its own users and its own review. */
export interface Stage {
  /** The administrator, in the console. */
  readonly hand: Hand;
  /** A user of Ledger without the permission to refund. */
  readonly member: Hand;
  readonly world: World;
  /** The first name of the person whom the journeys are about. No other user has it. */
  readonly person: string;
  readonly review: string;
  /** A permission that the role auditor does not have yet. */
  readonly permission: string;
  readonly visitors: readonly Visitor[];
}

const administrator = 'ingrid.solheim@aurelia.example';
export const surname = 'Nyqvist';
const people: Readonly<Record<Way, { person: string; permission: string }>> = {
  pointer: { person: 'Abel', permission: 'invoices.send' },
  keyboard: { person: 'Cora', permission: 'invoices.approve' },
  touch: { person: 'Dina', permission: 'invoices.void' },
  zoom: { person: 'Egil', permission: 'invoices.write' },
};

/** Creates a person with a role of Ledger, and a review of all grants of Ledger with more than ten lines. */
export async function setUp(world: World, browser: Browser, way: Way): Promise<Stage> {
  const { operator } = world;
  const { person, permission } = people[way];
  const params = { application: 'ledger' };
  const { id } = await operator.users.create({
    body: { name: `${person} ${surname}`, username: person.toLowerCase() },
  });
  const [reader] = (await operator.roles.list({ params, query: { q: 'reader' } })).items;
  const gives = { kind: 'role' as const, id: reader?.id ?? '' };
  await operator.grants.create({ params, body: { principal: { kind: 'user', id }, gives, reason: 'Joined' } });
  const reviewer = (await operator.users.list({ query: { q: administrator } })).items[0]?.id ?? '';
  const review = await operator.reviews.open({
    body: {
      name: `Ledger with ${person}`,
      scope: { kind: 'application', application: 'ledger' },
      reviewers: { kind: 'users', users: [reviewer] },
      endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
      undecided: 'keep',
    },
  });
  const options = { reducedMotion: 'reduce' as const, ...browserOf[way] };
  const console = await newVisitor(browser, { baseURL: world.issuer, ...options });
  await openAs(console.page, world.issuer, administrator, samplePassword);
  console.mayBeRefused(404); // While a new application is named, the panel asks whether its identifier is free.
  const ledger = await newVisitor(browser, { baseURL: world.ledger, ...options });
  ledger.mayBeRefused(403);
  await startSession(ledger.page.context(), world.issuer, 'maya.lindqvist', samplePassword);
  return {
    hand: new Hand(console.page, way),
    member: new Hand(ledger.page, way),
    world,
    person,
    permission,
    review: review.id,
    visitors: [console, ledger],
  };
}
