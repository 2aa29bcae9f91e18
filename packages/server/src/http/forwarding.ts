import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What was noticed of proxies: whether the last one to name another's address is one that is trusted to. */
export interface Forwarding {
  /** Null when no request had the header yet. */
  readonly trusted: () => boolean | null;
  readonly watch: (app: FastifyInstance) => void;
}

/** Anybody can send the header, so that what is noticed is a hint to whoever looks after this server, and nothing goes by it. */
export function noticeForwarding(): Forwarding {
  let trusted: boolean | null = null;
  const notice = async ({ headers, ips }: FastifyRequest) => {
    // Of a peer that is trusted Fastify tells the addresses that it named, its own first.
    if (headers['x-forwarded-for'] !== undefined) trusted = (ips?.length ?? 1) > 1;
  };
  return { trusted: () => trusted, watch: (app) => void app.addHook('onRequest', notice) };
}
