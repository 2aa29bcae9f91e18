import type * as contract from '@licet/contract';
import { expect, expectTypeOf, it, test } from 'vitest';
import { createLiveReader, type LiveEvent } from './live.ts';
import type {
  AccessPath,
  AccessRequest,
  Catalogue,
  OffersAtOnce,
  OwnDecision,
  RequestComment,
  TakenAtOnce,
} from './wire.ts';

test('the replies of the contract match the types of the client', () => {
  expectTypeOf<contract.AccessRequest>().toExtend<AccessRequest>();
  expectTypeOf<contract.RequestComment>().toExtend<RequestComment>();
  expectTypeOf<contract.AccessPath>().toExtend<AccessPath>();
  expectTypeOf<contract.OwnDecision>().toExtend<OwnDecision>();
  expectTypeOf<contract.BreakGlassUse>().toExtend<TakenAtOnce>();
  type Offers = (typeof contract.calls.breakGlass.offers)['reply']['_output'];
  expectTypeOf<Offers>().toExtend<OffersAtOnce>();
  expectTypeOf<contract.Catalogue>().toExtend<Catalogue>();
});

it('reads the events of the live stream, and skips invalid JSON', () => {
  const events: (LiveEvent & { id: string })[] = [];
  const read = createLiveReader((event, id) => events.push({ ...event, id }));
  read('event: version\ndata: {"ver":7,\ndata:"wait":0}\n\nevent: x\ndata: {\n\n');
  read('id: 8\nevent: request\ndata: {"id":"1"}\n\n');
  expect(events).toEqual([
    { event: 'version', data: { ver: 7, wait: 0 }, id: '' },
    { event: 'request', data: { id: '1' }, id: '8' },
  ]);
});
