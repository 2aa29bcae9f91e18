import { afterAll, beforeAll, test } from 'vitest';
import { type Place, places } from '../packages/console/src/features/applications/integration/places.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Generated, generate, packPackages, registryAway } from './generated.ts';
import { type GuideWorld, startGuideWorld, type Visit } from './generated-world.ts';

/** An application of another project's newest generator, with the code of our guides and of the tab Integration. */
export interface Guided {
  readonly world: GuideWorld;
  readonly application: Generated;
  /** Writes the files of `docs/guides/NAME.md`, and installs our packages. */
  follow(guide: string): void;
  /** Writes the files that Integration shows for the client of the guides and the permission `invoices.refund`. */
  paste(...shown: readonly Place[]): void;
  /** Serves the application, or its API, until the next call or the end of the file. */
  serve(command: string, of?: 'page' | 'api', environment?: Readonly<Record<string, string>>): Promise<void>;
}

/** Declares tests of one generated application. They are skipped if the registry of its generator cannot be reached. */
export function guided(generator: string, setUp: (guided: Guided) => Promise<void>) {
  let it: Guided;
  const ends = new Map<string, () => Promise<void>>();

  beforeAll(async () => {
    if (registryAway) return console.log(`Skipped: the registry is not reached from here for “${generator}”.`);
    packPackages();
    const world = await startGuideWorld();
    const application = generate(generator);
    const api = await freePort();
    const addresses = {
      'http://localhost:4080': world.issuer,
      'the client’s id': world.clientId,
      'http://localhost:5173': world.origin,
      'port: 5173': `port: ${new URL(world.origin).port}`,
      'localhost:3001': `localhost:${api}`,
      'listen(3001)': `listen(${api})`,
    };
    it = {
      world,
      application,
      follow: (guide) => application.follow(`docs/guides/${guide}.md`, addresses),
      paste: (...shown) => {
        for (const place of shown)
          for (const { file, code } of places[place].code(factsOf(world)))
            if (file !== undefined) application.write(file, replaced(code, addresses));
      },
      serve: async (command, of = 'page', environment = {}) => {
        await ends.get(of)?.();
        ends.delete(of);
        const address = of === 'page' ? world.origin : `http://localhost:${api}/`;
        ends.set(of, await application.serve(command, address, environment));
      },
    };
    await setUp(it);
  });
  afterAll(async () => {
    for (const end of ends.values()) await end();
    it?.application.remove();
    await it?.world.stop();
  });

  /** Declares a test with a browser without a session. The page may report only errors that `allowed` matches. */
  return (title: string, run: (visit: Visit, guided: Guided) => Promise<void>, allowed?: RegExp) =>
    test.skipIf(registryAway)(title, async ({ expect }) => {
      const visit = await it.world.open();
      await run(visit, it);
      expect(visit.complaints.filter((said) => !allowed?.test(said))).toEqual([]);
      await visit.page.close();
    });
}

const factsOf = ({ issuer, clientId, origin }: GuideWorld) => ({
  issuer,
  clientId,
  audience: 'ledger',
  title: 'Ledger',
  redirectUri: `${origin}/`,
  signOutUris: [`${origin}/`],
  permission: 'invoices.refund',
});

const replaced = (code: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), code);
