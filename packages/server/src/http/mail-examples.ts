import type { FastifyInstance } from 'fastify';
import type { Context } from '../usecases/context.ts';
import { exampleHtml } from '../usecases/mail/outbox.ts';

/**
 * Serves what mails look like, to be shown in a frame of the console. A page of its own, since a frame that is written into the
 * console's page is held to that page's policy, under which no mail has its styles. Nothing runs in it and nothing is fetched.
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
