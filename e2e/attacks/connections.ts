import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cliClientId, limits } from '@licet/contract';
import { expect } from 'vitest';
import { newNetwork } from './browser.ts';
import { send } from './http.ts';
import { newPerson } from './people.ts';
import { authorization, call, consoleOf, newVerifier, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

export const connections: Part = (attack) => {
  attack(
    '43 limits the number of unfinished sign-ins per network',
    async (attacked) => {
      const console = consoleOf(attacked);
      const network = newNetwork();
      const headers = { 'x-forwarded-for': network };
      const address = authorization(console, newVerifier());
      const begin = [
        () => send(attacked.here, address, { headers }),
        () => send(attacked.here, '/oidc/request', { headers, body: new URLSearchParams(address.split('?')[1]) }),
        () => send(attacked.here, '/oidc/device', { headers, body: new URLSearchParams({ client_id: cliClientId }) }),
      ];
      const statuses: number[] = [];
      // Starts sign-ins until the server refuses one. The maximum is far above the limit, because some sign-ins expire
      // meanwhile.
      let left = 20 * limits.begunFree.value;
      const lane = async () => {
        for (; left > 0 && !statuses.includes(429); left -= 1) statuses.push((await begin[left % 3]?.())?.status ?? 0);
      };
      await Promise.all(Array.from({ length: 16 }, lane));
      expect(new Set(statuses)).toEqual(new Set([303, 201, 200, 429]));
      expect(statuses.length).toBeGreaterThan(limits.begunFree.value);
      // Requests from other networks still succeed.
      await signIn(attacked, await newPerson(attacked));
      const elsewhere = { 'x-forwarded-for': newNetwork() };
      expect((await send(attacked.here, address, { headers: elsewhere })).status).toBe(303);
    },
    { flood: true },
  );

  attack('43 serves other users while slow and idle connections are open', async (attacked) => {
    const { hostname, port } = new URL(attacked.here);
    const { tokens } = await signIn(attacked, await newPerson(attacked));
    const sockets: Socket[] = [];
    const open = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(text);
          resolve();
        });
        socket.on('error', () => undefined);
        sockets.push(socket);
      });
    const head = `POST /api/v1/users HTTP/1.1\r\nhost: localhost\r\n`;
    try {
      for (const text of [
        '',
        'G',
        'GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ',
        `${head}content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`,
        `${head}authorization: Bearer ${tokens.access}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
        `POST /oidc/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 900\r\n\r\na=`,
        `POST /sign-in HTTP/1.1\r\nhost: localhost\r\norigin: ${attacked.issuer}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
      ])
        await Promise.all(Array.from({ length: 60 }, () => open(text)));
      // While the slow connections send one byte at a time, the requests of other users succeed.
      for (let round = 0; round < 10; round += 1) {
        for (const socket of sockets) socket.write('a');
        expect((await call(attacked, tokens.access, '/me')).status).toBe(200);
        await pause(20);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
};
