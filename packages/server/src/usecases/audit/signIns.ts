import type { Calls } from '@licet/contract';
import { listSignIns } from '../../store/sign-in/signIns.ts';
import { read } from '../../store/snapshot.ts';
import type { Handler } from '../handler.ts';

export const signIns: Handler<Calls['audit']['signIns']> = ({ database }, { query }) =>
  read(database, (snapshot) => listSignIns(snapshot, query));
