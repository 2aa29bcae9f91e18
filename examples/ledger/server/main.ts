// Ledger's server provides its pages, and an API whose routes name their permissions. The row-level security policies apply the same rule
// again to each row that a request reads or changes.
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { accessPlugin, requirePermission } from '@licet/api/fastify';
import Fastify, { type FastifyError, type FastifyReply } from 'fastify';
import { readConfig } from './config.ts';
import { openBooks } from './database.ts';
import { pageHeaders } from './headers.ts';
import { findInvoice, listCustomers, listInvoices, months, recordPayment, refund, sendAgain } from './invoices.ts';

const config = readConfig();
const { issuer, webClient, service, publicUrl } = config;
const books = await openBooks(config.databaseUrl);
const app = Fastify({ forceCloseConnections: true });
app.addHook('onClose', () => books.close());
app.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders(issuer)));
app.setErrorHandler<FastifyError>((error, _request, reply) => {
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return problem(reply, statusCode, 'Ledger cannot take this.', message);
  console.error(error);
  return problem(reply, 500, 'Something went wrong in Ledger.', 'Try again in a moment.');
});
await app.register(accessPlugin, { issuer, audience: 'ledger', client: service, publicUrl });

app.get('/config.json', async () => ({ issuer, clientId: webClient }));

app.get('/api/invoices', { onRequest: requirePermission('invoices.read') }, async ({ access }) => ({
  items: await books.as(access.sqlClaims(), listInvoices),
}));

interface One {
  Params: { number: string };
}
app.get<One>(
  '/api/invoices/:number',
  { onRequest: requirePermission('invoices.read') },
  async ({ access, params }, reply) =>
    (await books.as(access.sqlClaims(), (query) => findInvoice(query, params.number))) ?? missing(reply, params.number),
);

app.post<One>(
  '/api/invoices/:number/sendings',
  { onRequest: requirePermission('invoices.send') },
  async ({ access, params }, reply) => {
    const done = await books.as(access.sqlClaims(), (query) => sendAgain(query, params.number));
    return done ? reply.code(204).send() : missing(reply, params.number);
  },
);

app.post<One>(
  '/api/invoices/:number/payments',
  { onRequest: requirePermission('payments.match') },
  async ({ access, params }, reply) => {
    const done = await books.as(access.sqlClaims(), (query) => recordPayment(query, params.number, access.userId));
    return done ? reply.code(204).send() : conflict(reply, 'Nothing is open on this invoice.');
  },
);

// The body contains the paid amount that the page showed to the user.
const seen = { body: { type: 'object', required: ['paid'], properties: { paid: { type: 'integer' } } } };
// A large refund requires a recent sign-in (RFC 9470).
const much = 10_000_00;
const justSignedIn = requirePermission('invoices.refund', { maxAge: config.freshSignIn });
app.post<One & { Body: { paid: number } }>(
  '/api/invoices/:number/refunds',
  {
    onRequest: requirePermission('invoices.refund'),
    schema: seen,
    preHandler: (request, reply, done) => (request.body.paid > much ? justSignedIn(request, reply, done) : done()),
  },
  async ({ access, params, body }, reply) => {
    const done = await books.as(access.sqlClaims(), (query) => refund(query, params.number, body.paid, access.userId));
    return done ? reply.code(204).send() : conflict(reply, 'What has come in is another sum by now. Look again.');
  },
);

app.get('/api/customers', { onRequest: requirePermission('customers.read') }, async ({ access }) => ({
  items: await books.as(access.sqlClaims(), listCustomers),
}));

app.get('/api/reports/months', { onRequest: requirePermission('reports.read') }, async ({ access }) => ({
  items: await books.as(access.sqlClaims(), months),
}));

app.get('/api/reports/months.csv', { onRequest: requirePermission('reports.export') }, async ({ access }, reply) => {
  const rows = await books.as(access.sqlClaims(), months);
  const lines = rows.map(({ month, invoices, total, paid }) => [month, invoices, total / 100, paid / 100].join(','));
  return reply.type('text/csv').send(`month,invoices,total,paid\r\n${lines.join('\r\n')}\r\n`);
});

await app.register(fastifyStatic, {
  root: fileURLToPath(new URL('../dist/', import.meta.url)),
  preCompressed: true,
  setHeaders: (reply, path) => {
    if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable');
  },
});
// Each page of the front end has its own path.
app.setNotFoundHandler((request, reply) =>
  request.method === 'GET' && !request.url.startsWith('/api/')
    ? reply.sendFile('index.html')
    : problem(reply, 404, 'This address does not exist.', `Ledger has nothing at ${request.url.slice(0, 200)}.`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void app.close().then(() => process.exit()));
await app.listen({ port: config.port, host: 'localhost' }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});

function problem(reply: FastifyReply, status: number, title: string, detail: string) {
  return reply.code(status).type('application/problem+json').send({ title, detail, status });
}

function missing(reply: FastifyReply, number: string) {
  return problem(reply, 404, 'There is no such invoice.', `None has the number ${number.slice(0, 40)}.`);
}

function conflict(reply: FastifyReply, detail: string) {
  return problem(reply, 409, 'That cannot be done now.', detail);
}
