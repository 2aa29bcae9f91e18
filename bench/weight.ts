// Measures the JavaScript that a browser loads, minified and gzipped. Compares the kit with similar libraries, all bundled in the same way.
// Also measures the first page of the console and of the sign-in. Build the console first.
// node bench/weight.ts
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { pageWeights, scriptsOf, totalOf } from '../scripts/page-weight.ts';

// The imports that ordinary use of each library needs, according to its documentation. They contain the provider or
// client with sign-in and sign-out, and the check of a guarded button. The application's own code is not measured.
const hooks = 'AccessProvider, Can, useAccess, useDecision, usePermission, useRole';
const entries: readonly (readonly [what: string, atMost: number | undefined, entry: string])[] = [
  ['licet: own token', 1.6, `export { AccessProvider, Can } from '@licet/react'`],
  ['licet: sign-in, DPoP, tabs, live', 7.5, `export { createLicet } from '@licet/client'`],
  [
    'licet: both, every hook',
    10.5,
    `export { createLicet } from '@licet/client'; export { ${hooks} } from '@licet/react'`,
  ],
  [
    'licet: both, every hook, Guard for routes',
    undefined,
    `export { createLicet } from '@licet/client'; export { ${hooks}, Guard } from '@licet/react'`,
  ],
  [
    'licet: sign-in, Guard and Denied',
    12,
    `export { createLicet } from '@licet/client'; export { AccessProvider, Guard } from '@licet/react'; export { Denied } from '@licet/react/denied'`,
  ],
  [
    '@casl/ability + @casl/react (no sign-in)',
    undefined,
    `export { createMongoAbility } from '@casl/ability'; export { AbilityProvider, Can, useAbility } from '@casl/react'`,
  ],
  ['keycloak-js (no React)', undefined, `export { default } from 'keycloak-js'`],
  ['better-auth/react (no guard)', undefined, `export { createAuthClient } from 'better-auth/react'`],
  [
    'better-auth/react, its admin and access plug-ins',
    undefined,
    `export { createAuthClient } from 'better-auth/react'; export { adminClient } from 'better-auth/client/plugins'; export { createAccessControl } from 'better-auth/plugins/access'`,
  ],
  ['@logto/react', undefined, `export { LogtoProvider, useHandleSignInCallback, useLogto } from '@logto/react'`],
  ['react-oidc-context + oidc-client-ts', undefined, `export { AuthProvider, useAuth } from 'react-oidc-context'`],
  ['@auth0/auth0-react', undefined, `export { Auth0Provider, useAuth0 } from '@auth0/auth0-react'`],
];

const rows = [];
for (const [what, atMost, entry] of entries) {
  const { atOnce, later } = await weigh(entry);
  rows.push({
    what,
    'kB, min + gzip': kB(atOnce),
    'when it is needed': later ? kB(later) : '',
    'at most': atMost?.toFixed(1) ?? '',
  });
}
console.table(rows);
console.log('esbuild: production, esm, minified, split; gzip -9; React apart.\n');

const dist = new URL('../packages/console/dist/', import.meta.url);
if (!existsSync(dist)) console.log('The console is not built, so its pages are left out.');
else
  for (const weight of pageWeights) {
    const { what, atMost, files } = weight;
    const loaded = scriptsOf(fileURLToPath(dist), weight);
    console.log(
      `${what.padEnd(24)} ${(totalOf(loaded) / 1000).toFixed(1).padStart(6)} kB gzip in ${loaded.size} files   (at most ${atMost / 1000} kB in ${files})`,
    );
  }
console.log(
  'The scripts that load without a user’s request. e2e/page-weight.spec.ts measures the screens in a browser.',
);

/** The bytes that load with the application, and the bytes that the application imports later. */
async function weigh(entry: string): Promise<{ atOnce: number; later: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react', 'react/*', 'react-dom', 'react-dom/*'],
    legalComments: 'none',
    outdir: 'out',
    metafile: true,
    write: false,
  });
  const { outputs } = metafile;
  const reached = (from: string[], kinds: readonly string[]) => {
    const paths = new Set<string>();
    for (let path = from.pop(); path !== undefined; path = from.pop()) {
      paths.add(path);
      for (const { path: next, kind } of outputs[path]?.imports ?? [])
        if (kinds.includes(kind) && next in outputs && !paths.has(next)) from.push(next);
    }
    return paths;
  };
  const start = () => Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === '<stdin>');
  const first = reached(start(), ['import-statement']);
  const all = reached(start(), ['import-statement', 'dynamic-import']);
  const sizes = { atOnce: 0, later: 0 };
  for (const path of all) {
    const file = outputFiles.find((each) => each.path.replaceAll('\\', '/').endsWith(`/${path}`));
    sizes[first.has(path) ? 'atOnce' : 'later'] += gzipSync(file?.contents ?? '', { level: 9 }).length;
  }
  return sizes;
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(2);
}
