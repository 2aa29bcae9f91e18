import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { screens } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accentStyle, escaped, withName, withOrganisation } from '../appearance/page-head.ts';
import type { PublicAppearance } from '../usecases/appearance/index.ts';
import type { Context } from '../usecases/context.ts';
import { exampleHtml } from '../usecases/mail/outbox.ts';
import { newNonce, pagePolicy, workerPolicy } from './headers.ts';

/** The service worker that keeps the token inspector for use without a network. */
const inspectWorker = 'inspect-offline.js';

/** The screens in the small bundle. Users see them before they sign in. */
const publicScreens = new Set<string>([
  screens.setup.path,
  screens.signIn.path,
  screens.setPassword.path,
  screens.forgot.path,
  screens.invited.path,
  screens.verifyEmail.path,
  screens.signedOut.path,
]);

/**
 * Serves the console: its files, and its page for every screen of the contract. `folder` contains Vite's build.
 * @returns the handler that answers a browser's request for an unknown page; undefined without a build of the console
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { appearance, issuer }: Pick<PublicAppearance, 'appearance'> & { readonly issuer: string },
): Promise<((reply: FastifyReply) => Promise<FastifyReply>) | undefined> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(
      { folder },
      'The console is not built; only the API is served. Build it with: npm run build -w @licet/console',
    );
    return;
  }
  const console = await readFile(join(folder, 'index.html'), 'utf8');
  const publicPage = await readFile(join(folder, 'public.html'), 'utf8').catch(() => console);
  // Returns the page with the organisation's name and icon, so that both also appear while signed out or if loading
  // data fails.
  const named = async () => {
    const shown = await appearance();
    return shown ? withName(console, shown) : console;
  };
  const send = (reply: FastifyReply, page: string) => sendPage(reply, withPublicAddress(page, reply.request, issuer));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // Leaves out pages, which the routes below serve, and compressed files, which `preCompressed` selects by the
    // request's encodings.
    globIgnore: ['*.html', '**/*.{br,gz}'],
    preCompressed: true,
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    // Only files in assets/ have names that change with their content.
    setHeaders: (reply, path) => {
      if (!path.startsWith(join(folder, 'assets') + sep)) reply.header('cache-control', 'public, max-age=300');
      // The policy of a service worker applies to its own requests, not to those of its page.
      if (path.startsWith(join(folder, inspectWorker))) reply.header('content-security-policy', workerPolicy);
    },
  });
  for (const screen of Object.values(screens)) {
    app.get(screen.path, async (request, reply) => {
      const own = ownAddress(request, issuer);
      if (own !== undefined) return reply.header('cache-control', 'no-store').redirect(own, 302);
      if (!publicScreens.has(screen.path)) return send(reply, await named());
      const shown = await appearance();
      return send(reply, shown ? withOrganisation(publicPage, shown) : publicPage);
    });
  }
  // Serves the console with status 404, so that a signed-in user sees the error inside the navigation.
  return async (reply) => send(reply.code(404), await named());
}

/**
 * Returns the page's address at the issuer, if the request used another loopback name. Signing in works only at the
 * issuer's address, because of cookies and redirect addresses. For any other host the browser decides, because a proxy
 * may replace the host.
 */
function ownAddress({ headers: { host = '' }, url }: FastifyRequest, issuer: string): string | undefined {
  const own = new URL(issuer);
  if (host === own.host || !URL.canParse(`http://${host}`) || !url.startsWith('/')) return undefined;
  const asked = new URL(`${own.protocol}//${host}`);
  const isHere = asked.port === own.port && loopback.has(asked.hostname) && loopback.has(own.hostname);
  return isHere ? issuer + url : undefined;
}

/**
 * Adds a script that redirects a browser from another address, such as the previous public one, to the public address.
 * The script compares the browser's address itself, because the host of the request can be forged or replaced by a
 * proxy.
 */
function withPublicAddress(page: string, { protocol, headers: { host = '' } }: FastifyRequest, issuer: string): string {
  if (`${protocol}://${host}` === issuer) return page;
  return page.replace('<head>', () => `<head><script src="/address.js" data-issuer="${escaped(issuer)}"></script>`);
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = newNonce();
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(nonce))
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}

/**
 * Serves example mails as separate pages, for a frame in the console. As part of the console's page they would lose
 * their styles, because of its content security policy. They contain no scripts and fetch nothing.
 */
export async function serveMailExamples(
  app: FastifyInstance,
  parts: Pick<Context, 'database' | 'issuer'>,
): Promise<void> {
  app.get<{ Params: Record<'template' | 'language', string> }>(
    '/mail-examples/:template/:language',
    async ({ params }, reply) => {
      const html = await exampleHtml(parts, params.template, params.language);
      if (html === undefined) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
        .send(html);
    },
  );
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * Serves pictures and the colours of the sign-in pages publicly. Their addresses contain a digest or the colours, so the content never
 * changes.
 */
export async function serveAppearance(app: FastifyInstance, { picture }: PublicAppearance): Promise<void> {
  app.get<{ Params: { hash: string } }>(
    '/appearance/:hash(^[0-9a-f]{32}).:type(^(?:png|webp))',
    async (request, reply) => {
      const { type, bytes } = await picture(request.params.hash);
      return forEver(reply).type(type).send(bytes);
    },
  );
  app.get<{ Params: Record<'light' | 'dark', string> }>(
    '/appearance/accent-:light(^[0-9a-f]{6})-:dark(^[0-9a-f]{6}).css',
    async ({ params }, reply) =>
      forEver(reply)
        .type('text/css; charset=utf-8')
        .send(accentStyle({ light: `#${params.light}`, dark: `#${params.dark}` })),
  );
}

const forEver = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=31536000, immutable');
