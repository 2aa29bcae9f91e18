import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { docsPolicy } from './headers.ts';

/** Serves the built documentation at `/docs` publicly: the sources are public anyway. */
export async function serveDocs(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(
      { folder },
      'The documentation is not built, so there is nothing at /docs. Build it with: npm run docs',
    );
    return;
  }
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308));
  await app.register(async (files) => {
    files.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', docsPolicy);
    });
    await files.register(fastifyStatic, {
      root: folder,
      prefix: '/docs/',
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', named.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}

/** Matches a file whose name contains a digest of its content. */
const named = /-[\w-]{10}\.(?:css|js|json|svg)(?:\.br|\.gz)?$/;
