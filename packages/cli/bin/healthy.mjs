#!/usr/bin/env node
// The health check of the container image, which contains no shell and no curl. Exits with 0 if the server is ready.
const tls = process.env.LICET_TLS_CERTIFICATE !== undefined;
const { get } = await import(tls ? 'node:https' : 'node:http');
const port = Number(process.env.LICET_PORT ?? 4080);
const asked = get({ host: '127.0.0.1', port, path: '/readyz', timeout: 2500, rejectUnauthorized: false }, (answer) =>
  process.exit(answer.statusCode === 200 ? 0 : 1),
);
asked.on('error', () => process.exit(1)).on('timeout', () => process.exit(1));
