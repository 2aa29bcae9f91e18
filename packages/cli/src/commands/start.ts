import type { Command } from '../command.ts';

export const start: Command = {
  name: 'start',
  summary: 'Start Licet, with its own PostgreSQL unless LICET_DATABASE_URL names one',
  takes: [],
  flags: Object.fromEntries(
    [
      'data',
      'port',
      'host',
      'issuer',
      'tls-certificate',
      'tls-key',
      'trusted-proxies',
      'allow-outgoing',
      'log-level',
    ].map((flag) => [flag, { type: 'string' }]),
  ),
  about: {
    data: 'The data directory (LICET_DATA)',
    port: 'The port to listen on; default: 4080 (LICET_PORT)',
    host: 'The address to bind to; default: 127.0.0.1 (LICET_HOST)',
    issuer: 'The public address; default: http://localhost:PORT (LICET_ISSUER)',
    'tls-certificate': 'The file of the certificate, with its intermediate certificates (LICET_TLS_CERTIFICATE)',
    'tls-key': 'The file of its key (LICET_TLS_KEY)',
    'trusted-proxies': 'Addresses or networks of proxies, separated by commas (LICET_TRUSTED_PROXIES)',
    'allow-outgoing':
      'Hosts and networks beyond the public internet that Licet may call, separated by commas (LICET_ALLOW_OUTGOING)',
    'log-level': 'trace, debug, info, warn, error, fatal or silent (LICET_LOG_LEVEL)',
  },
  more: 'LICET_ADMIN_EMAIL and LICET_ADMIN_PASSWORD create the first administrator; LICET_ENCRYPTION_KEY holds the key that encrypts\nprivate keys at rest (otherwise a file in the data directory, created at the first start).',
  async run({ args }) {
    const server = await import('@licet/server');
    return server.run(args);
  },
};
