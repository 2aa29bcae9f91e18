import type * as contract from '@licet/contract';
import { expectTypeOf, test } from 'vitest';
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
