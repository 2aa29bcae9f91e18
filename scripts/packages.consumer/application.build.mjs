// Builds a small application for production as bundlers do, with the exports maps and without unused code.
// Usage: node application.build.mjs WORKSPACE. The bundlers are installed in WORKSPACE.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const esbuild = createRequire(process.argv[2])('esbuild');
writeFileSync(
  'application.jsx',
  `import { AccessProvider, Can } from '@licet/react';
   import { createRoot } from 'react-dom/client';
   const tree = <AccessProvider token={null}><Can permission="invoices.read">Invoices</Can></AccessProvider>;
   createRoot(document.body).render(tree);`,
);
const { metafile, warnings } = await esbuild.build({
  entryPoints: ['application.jsx'],
  bundle: true,
  minify: true,
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  outdir: 'application',
  metafile: true,
  logLevel: 'silent',
});
assert.deepEqual(
  warnings.filter(({ id }) => id !== 'unsupported-directive'),
  [],
);
const [entry] = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path].entryPoint === 'application.jsx');
const loaded = reached(entry);
const used = loaded.flatMap((path) =>
  Object.entries(metafile.outputs[path].inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([input]) => input),
);
assert.ok(used.some((path) => path.includes('@licet/rule/dist/')));
// An application with its own token source does not load the code of the sign-in, the refusal or the devtools.
assert.deepEqual(
  used.filter((path) => /oauth4webapi|\/denied\/|\/devtools\//.test(path)),
  [],
);

/** Returns the modules that a browser loads at the start: an output and its static imports. */
function reached(output, found = []) {
  if (found.includes(output)) return found;
  const further = metafile.outputs[output].imports.filter(({ kind }) => kind === 'import-statement');
  return further.reduce((sum, { path }) => reached(path, sum), [...found, output]);
}
