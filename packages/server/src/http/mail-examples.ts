import type { FastifyInstance } from 'fastify';
import type { Context } from '../usecases/context.ts';
import { exampleHtml } from '../usecases/mail/outbox.ts';

/**
 * Serves example mails as pages of their own, for a frame in the console. Embedded in the console's page, they would lose their styles by
 * its content security policy. They contain no scripts and fetch nothing.
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
