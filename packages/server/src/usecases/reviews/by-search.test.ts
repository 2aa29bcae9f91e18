import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStatementsDown } from '../../store/statements.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
});
afterAll(() => licet.close());

test('opening a review by a search takes one statement more than by its application', async () => {
  const many = 450;
  await licet.build(({ connection, no, at }) =>
    connection.query(
      `with crowd as (
         insert into users (id, username, username_key, name, status, created_no, no_from)
         select gen_random_uuid(), 'quilla-' || n, 'quilla-' || n, 'Quilla', 'active', $1, $1 from generate_series(1, $4::int) n returning id
       )
       insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
       select gen_random_uuid(), r.app_id, crowd.id, 'user', r.id, $3, 'infinity', '', 'a test', $1, $1
       from crowd join roles r on r.id = $2`,
      [no, desk.roles.reader, at, many],
    ),
  );
  const { taken } = writeStatementsDown(licet.database);
  const opening = async (scope: object) => {
    taken();
    const { counts } = await desk.open({ scope });
    return { lines: counts.lines, statements: taken().length };
  };
  const application = { kind: 'application', application: desk.key };
  const search = { kind: 'filter', application: desk.key, q: 'quilla' };
  for (const scope of [application, search]) await opening(scope); // the first call also reads other data, such as settings
  const [whole, found] = [await opening(application), await opening(search)];
  expect(found.lines).toBe(many);
  expect(found.statements).toBe(whole.statements + 1);
});
