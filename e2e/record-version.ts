// Records the data of a version of Licet as a backup. Tests check that later versions restore and upgrade this backup. Run the script once,
// with the code of that version, when the version is released.
// npx node e2e/record-version.ts VERSION
import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { removeDataDirectory } from './licet.ts';
import { startSample } from './made-once.ts';

const version = process.argv[2];
if (!version) throw new Error('Name the version.');
const file = fileURLToPath(new URL(`../packages/server/src/backup/versions/${version}.backup`, import.meta.url));

const { licet } = await startSample('requests');
const { operator } = licet;
try {
  const params = { application: 'ledger' };
  const body = { username: 'invited.person', name: 'Invited Person', email: 'invited@aurelia.example' };
  const { id: user } = await operator.users.create({ body });
  await operator.users.invite({ body: { users: [user] } });
  const group = await operator.groups.create({ body: { name: 'Let go' } });
  await operator.groups.remove({ params: { group: group.id } });
  const { id: permission } = await operator.permissions.create({ params, body: { name: 'recorded' } });
  const grant = {
    principal: { kind: 'user' as const, id: user },
    gives: { kind: 'permission' as const, id: permission },
  };
  const { id } = await operator.grants.create({
    params,
    body: { ...grant, ends: '2099-12-31T00:00:00Z', reason: 'Kept' },
  });
  await operator.grants.revoke({ params: { ...params, grant: id } });
  const key = Buffer.alloc(32, 9).toString('base64');
  writeFileSync(file, '');
  const { body: bytes } = await operator.operator.backup({ body: { key } });
  if (bytes) await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file));
} finally {
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}
