// @vitest-environment jsdom
import type { RoleMatrix } from '@licet/contract';
import { act, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DraftLine, emptyDraft, useDraftLines } from '../../../blocks/draft/draft-button.tsx';
import { render } from '../../../ui/render.testing.tsx';
import { type PlannedCells, usePlannedCells } from './planned-cells.ts';

const permissions = ['read', 'send'].map((name) => ({ id: name, name, title: '' }));
/** A matrix whose role clerk has `read` (1), `send` (2), both (3) or none (0). */
const matrix = (own: 0 | 1 | 2 | 3, version: number): RoleMatrix => {
  const bits = btoa(String.fromCharCode(own));
  const clerk = {
    id: 'clerk',
    name: 'clerk',
    title: '',
    builtIn: false,
    inReview: false,
    own: bits,
    brings: bits,
    version,
  };
  return { permissions, roles: [clerk] };
};

let planned: PlannedCells;
let lines: readonly DraftLine[];
let show: (next: RoleMatrix) => void;

function Probe(): ReactNode {
  const [shown, setShown] = useState(matrix(0, 1));
  show = setShown;
  planned = usePlannedCells('app', shown);
  lines = useDraftLines();
  return null;
}
const drafted = () => lines.map(({ changes }) => changes.map((change) => ('body' in change ? change.body : null)));
const toggle = (permission: string) => act(async () => planned.toggle('clerk', permission));
const toDraft = async () => {
  let count = -1;
  await act(async () => {
    count = planned.toDraft();
  });
  return count;
};

beforeEach(async () => void (await render(<Probe />)));
afterEach(async () => {
  await act(async () => emptyDraft());
  sessionStorage.clear();
});

it('drops a planned permission that another user adds to the role meanwhile', async () => {
  await toggle('send');
  expect([planned.of('clerk', 'send'), planned.cells]).toEqual(['added', 1]);
  await act(async () => show(matrix(2, 2)));
  expect([planned.of('clerk', 'send'), planned.cells]).toEqual([undefined, 0]);
  expect(await toDraft()).toBe(0);
});

it('keeps a permission that another user added meanwhile, and sends the new version', async () => {
  await toggle('send');
  await act(async () => show(matrix(1, 2)));
  expect(await toDraft()).toBe(1);
  expect(lines[0]?.changes).toMatchObject([{ ifMatch: 2, body: { permissions: ['read', 'send'] } }]);
});

it('the draft has one line per role, and drops it when all cells have their old value', async () => {
  expect(planned.signs).toEqual([]);
  await toggle('send');
  await toDraft();
  expect([planned.of('clerk', 'send'), planned.cells, planned.signs]).toEqual(['added', 0, ['added']]);
  await toggle('read');
  expect([await toDraft(), drafted()]).toEqual([1, [[{ permissions: ['read', 'send'] }]]]);
  await toggle('send');
  expect([planned.of('clerk', 'send'), planned.cells]).toEqual([undefined, 1]);
  await toggle('read');
  expect([await toDraft(), drafted()]).toEqual([0, []]);
});

it('ignores a draft line that was made for another version of the role', async () => {
  await toggle('send');
  await toDraft();
  await act(async () => show(matrix(1, 2)));
  expect(planned.of('clerk', 'send')).toBeUndefined();
  await toggle('read');
  expect([await toDraft(), drafted()]).toEqual([2, [[{ permissions: ['send'] }], [{ permissions: [] }]]]);
});

it('leaves a cell unchanged that is toggled twice', async () => {
  await toggle('send');
  await toggle('send');
  expect([planned.of('clerk', 'send'), planned.cells, planned.roles]).toEqual([undefined, 0, 0]);
});

it('keeps planned cells while another screen is open', async () => {
  await toggle('send');
  await render(<Probe />);
  expect([planned.of('clerk', 'send'), planned.cells]).toEqual(['added', 1]);
  await act(async () => planned.discard());
  await render(<Probe />);
  expect(planned.cells).toBe(0);
});
