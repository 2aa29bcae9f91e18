import type { FastifyInstance, FastifyReply } from 'fastify';
import { accentStyle } from '../appearance/accent.ts';
import type { AppearanceShown } from '../usecases/appearance/shown.ts';

/**
 * Serves pictures and the colours of the sign-in pages publicly. Their addresses contain a digest or the colours, so the content never
 * changes.
 */
export async function serveAppearance(app: FastifyInstance, { picture }: AppearanceShown): Promise<void> {
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
