import { byteOrderMark, type CsvDelimiter, csvWriter, type SignIn } from '@licet/contract';
import { allEvents, type EventWithOrigin } from '../../store/audit/events.ts';
import { read, type Snapshot } from '../../store/kernel/snapshot.ts';
import { allSignIns } from '../../store/sign-in/sign-ins.ts';
import { streamOf } from '../access/stream.ts';
import { turns } from '../in-turn.ts';
import { type Asked, answering } from '../use-case.ts';
import { requirePeriod } from './read.ts';

/** Streams all matching events from one snapshot. Each export holds a database connection, so few run at a time. */
export const exportEvents = answering('audit.export', async (asked) => {
  const { format, delimiter, ...query } = asked.query;
  const filter = { ...query, ...requirePeriod(query) };
  return lines('audit.export', asked, format === 'csv' ? eventsAsCsv(delimiter) : asJson, (snapshot) =>
    allEvents(snapshot, filter),
  );
});

/** Streams the sign-in log in the same way. */
export const exportSignIns = answering('audit.exportSignIns', async (asked) => {
  const { format, delimiter, ...query } = asked.query;
  const filter = { ...query, ...requirePeriod(query) };
  return lines('audit.exportSignIns', asked, format === 'csv' ? signInsAsCsv(delimiter) : asJson, (snapshot) =>
    allSignIns(snapshot, filter),
  );
});

interface Lines<Item> {
  readonly head: string;
  readonly line: (item: Item) => string;
}

const asJson = { head: '', line: (item: object) => `${JSON.stringify(item)}\n` };

const eventColumns = [
  'no',
  'at',
  'actor_kind',
  'actor_id',
  'actor',
  'action',
  'application',
  'target_kind',
  'target_id',
  'target',
  'before',
  'after',
  'hash',
  'previous_hash',
  'client_id',
  'client',
  'address',
];

const eventsAsCsv = (delimiter?: CsvDelimiter): Lines<EventWithOrigin> => {
  const write = csvWriter(delimiter);
  return {
    head: byteOrderMark + write(eventColumns),
    line: ({ no, at, actor, action, application, target, before, after, hash, previousHash, origin }) =>
      write([
        String(no),
        at,
        actor.kind,
        actor.id ?? '',
        actor.name,
        action,
        application ?? '',
        target.kind,
        target.id,
        target.name,
        JSON.stringify(before),
        JSON.stringify(after),
        hash,
        previousHash,
        origin?.client?.id ?? '',
        origin?.client?.name ?? '',
        origin?.address ?? '',
      ]),
  };
};

const signInColumns = ['at', 'last_at', 'attempts', 'user_id', 'user', 'outcome', 'client', 'address', 'browser'];

const signInsAsCsv = (delimiter?: CsvDelimiter): Lines<SignIn> => {
  const write = csvWriter(delimiter);
  return {
    head: byteOrderMark + write(signInColumns),
    line: ({ at, lastAt, attempts, user, outcome, client, address, agent }) =>
      write([
        at,
        lastAt,
        String(attempts),
        user?.id ?? '',
        user?.name ?? '',
        outcome,
        client ?? '',
        address ?? '',
        agent ?? '',
      ]),
  };
};

function lines<Item, Id extends 'audit.export' | 'audit.exportSignIns'>(
  id: Id,
  asked: Asked<Id>,
  { head, line }: Lines<Item>,
  all: (snapshot: Snapshot) => AsyncGenerator<Item>,
): AsyncGenerator<string> {
  const produce = (give: (piece: string) => Promise<void>) =>
    read(asked.database, async (snapshot) => {
      let piece = head;
      for await (const item of all(snapshot)) {
        piece += line(item);
        if (piece.length < pieceLength) continue;
        await give(piece);
        piece = '';
      }
      if (piece !== '') await give(piece);
    });
  return streamOf<string>((give) => inTurn(id, asked, () => produce(give)), patience);
}

const inTurn = turns();
const pieceLength = 65_536;
/** Milliseconds that a reader may take for a chunk. */
const patience = 30_000;
