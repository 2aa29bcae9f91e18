import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Observations about proxies: whether the last sender of a forwarded address is trusted. */
export interface Forwarding {
  /** Null when no request had the header yet. */
  readonly trusted: () => boolean | null;
  readonly watch: (app: FastifyInstance) => void;
}

/** Anybody can send the header, so this is only a hint for the operator, and nothing depends on it. */
export function noticeForwarding(): Forwarding {
  let trusted: boolean | null = null;
  const notice = async ({ headers, ips }: FastifyRequest) => {
    // For a trusted peer Fastify returns the addresses that it forwarded, its own first.
    if (headers['x-forwarded-for'] !== undefined) trusted = (ips?.length ?? 1) > 1;
  };
  return { trusted: () => trusted, watch: (app) => void app.addHook('onRequest', notice) };
}
