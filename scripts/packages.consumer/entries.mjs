// Every entry of the exports map loads, and no other file does.
import assert from 'node:assert/strict';

const entries = JSON.parse(process.argv[2]);
for (const entry of entries) {
  const found = await import(entry);
  assert.ok(Object.keys(found).length > 0, `${entry} exports nothing`);
  assert.ok(!('default' in found), `${entry} has a default export`);
}
const closed = (error) => error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
for (const name of new Set(entries.map((entry) => entry.split('/').slice(0, 2).join('/')))) {
  for (const path of ['dist/index.js', 'src/index.ts', 'index', 'dist/'])
    await assert.rejects(import(`${name}/${path}`), closed, `${name}/${path} can be imported`);
}
