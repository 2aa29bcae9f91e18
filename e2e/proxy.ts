import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Distributes requests at a port among several servers, as a load balancer does. */
export interface Balancer {
  close(): Promise<void>;
}

/**
 * Starts the balancer. If a port refuses the connection, the balancer sends the request to the next port, because no
 * server has received it.
 * @param choose returns the port for a request, or undefined to take the ports in turn
 */
export async function startProxy(
  port: number,
  ports: readonly number[],
  choose: (request: IncomingMessage) => number | undefined,
): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const chosen = choose(incoming) ?? ports[turn % ports.length] ?? 0;
    hand(incoming, outgoing, [chosen, ...ports.filter((port) => port !== chosen)]);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function hand(incoming: IncomingMessage, outgoing: ServerResponse, [port, ...others]: readonly number[]): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: 'localhost', port, method, path: url, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  onward.once('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
  onward.on('error', (error) => {
    if ('code' in error && error.code === 'ECONNREFUSED' && others.length > 0) hand(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => onward.destroy());
}
