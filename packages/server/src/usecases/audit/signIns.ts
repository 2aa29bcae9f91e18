import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listSignIns } from '../../store/sign-in/signIns.ts';
import type { Handler } from '../handler.ts';

export const signIns: Handler<Calls['audit']['signIns']> = ({ database }, { query }) =>
  read(database, (snapshot) => listSignIns(snapshot, query));
