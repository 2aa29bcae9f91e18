import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { changesOf } from './audit.ts';
import { newNetwork } from './browser.ts';
import { send } from './http.ts';
import { linkFor, mark, newPassword, newPerson } from './people.ts';
import { call, signIn } from './sign-in.ts';
import { atCode, withApp } from './sign-ins.ts';
import type { Part } from './suite.ts';

/** Returns the targets of several simultaneous requests. The targets alternate between the two processes. */
const places = ({ here, there }: Attacked, length = 10) =>
  Array.from({ length }, (_, index) => (index % 2 ? there : here));

/** Expects that exactly one of several simultaneous uses of one code signs in. */
async function oneComesIn(attacked: Attacked, person: Parameters<typeof atCode>[1], code: string): Promise<void> {
  const waiting = [];
  for (const at of places(attacked, 6)) waiting.push({ at, ...(await atCode(attacked, person)) });
  const answers = await Promise.all(
    waiting.map(({ at, browser, page }) => browser.at(at).post(`${page}/code`, { code }, attacked.issuer)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  let through = 0;
  for (const { browser, resume } of waiting) if (/[?&]code=/.test((await browser.go(resume)).location)) through += 1;
  expect(through).toBe(1);
}

export const races: Part = (attack) => {
  attack(
    '12 only one of several simultaneous requests succeeds with the same TOTP or recovery code',
    async (attacked) => {
      const { person, code, recovery } = await withApp(attacked);
      await oneComesIn(attacked, person, code(1));
      const [first = ''] = recovery;
      expect(first).not.toBe('');
      await oneComesIn(attacked, person, first);
      const later = await atCode(attacked, person);
      expect((await later.enter(first)).status).not.toBe(200);
    },
  );

  attack(
    '12 only one of several simultaneous requests sets a password with the same link or invitation',
    async (attacked) => {
      const { operator } = attacked;
      const invited = await operator.users.create({ body: { username: `r${mark()}`, name: 'Raced' } });
      const known = await newPerson(attacked);
      for (const { id, username } of [invited, known]) {
        const token = await linkFor(attacked, id);
        const tries = places(attacked).map((at) => ({ at, password: newPassword() }));
        let statuses: number[] = [];
        const changes = await changesOf(attacked, async () => {
          const answers = await Promise.all(
            tries.map(({ at, password }) => {
              const headers = { 'x-forwarded-for': newNetwork() };
              return send(at, '/api/v1/password-links/redeem', { body: { token, password }, headers });
            }),
          );
          statuses = answers.map(({ status }) => status);
        });
        expect(statuses.filter((status) => status < 300)).toHaveLength(1);
        expect(changes).toHaveLength(1);
        // Only the password of the successful request works.
        const won = statuses.findIndex((status) => status < 300);
        await signIn(attacked, { username, password: tries[won]?.password ?? '' });
        for (const { password } of tries.filter((_, index) => index !== won).slice(0, 3))
          await expect(signIn(attacked, { username, password })).rejects.toThrow();
      }
    },
  );

  attack('12 refuses a password link if another process suspends its user at the same moment', async (attacked) => {
    const { operator } = attacked;
    for (let round = 0; round < 4; round += 1) {
      const person = await newPerson(attacked);
      const token = await linkFor(attacked, person.id);
      const password = newPassword();
      const redeem = () => send(attacked.there, '/api/v1/password-links/redeem', { body: { token, password } });
      const suspend = () => operator.users.suspend({ params: { user: person.id } });
      await Promise.all(round % 2 ? [redeem(), suspend()] : [suspend(), redeem()]);
      await expect(signIn(attacked, { username: person.username, password })).rejects.toThrow();
      expect((await operator.users.get({ params: { user: person.id } })).status).toBe('suspended');
      expect((await operator.users.sessions({ params: { user: person.id } })).items).toEqual([]);
    }
  });

  attack('33 lets exactly one of several simultaneous password changes at two processes succeed', async (attacked) => {
    const person = await newPerson(attacked);
    const { tokens } = await signIn(attacked, person);
    const tries = places(attacked, 6).map((at) => ({ at, password: newPassword() }));
    const answers = await Promise.all(
      tries.map(({ at, password }) => {
        const body = { current: person.password, password };
        return call({ ...attacked, here: at }, tokens.access, '/me/password', { body });
      }),
    );
    const done = answers.flatMap(({ status }, index) => (status < 300 ? [tries[index]?.password ?? ''] : []));
    expect(done, answers.map(({ status, text }) => `${status} ${text}`).join('\n')).toHaveLength(1);
    await signIn(attacked, { ...person, password: done[0] ?? '' });
    await expect(signIn(attacked, person)).rejects.toThrow();
  });
};
