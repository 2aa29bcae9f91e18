import { calls } from '@licet/contract';
import { type Command, choiceOf, delimiterFlag, delimiterOf, type Flags, reachFlags } from '../command.ts';
import { printPieces } from '../output.ts';

const formats = ['ndjson', 'csv'] as const;
const delimiters = ['comma', 'semicolon', 'tab'] as const;
const actions = calls.audit.export.query.shape.action.unwrap().options;
const outcomes = calls.audit.exportSignIns.query.shape.outcome.unwrap().options;

const periodFlags = {
  flags: {
    from: { type: 'string' },
    to: { type: 'string' },
    format: { type: 'string' },
    ...delimiterFlag.flags,
    ...reachFlags.flags,
  },
  about: {
    from: 'An instant, such as 2026-07-01T00:00:00Z: what came before it is left out',
    to: 'An instant: what came at it or later is left out',
    format: 'ndjson (a line of JSON each, unless told) or csv',
    ...delimiterFlag.about,
    ...reachFlags.about,
  },
} as const;

/** Every event that matches. */
export const exportEvents: Command = {
  name: 'export events',
  summary: 'Print every change of access, oldest first: who did what to what, before and after',
  takes: [],
  flags: {
    action: { type: 'string' },
    actor: { type: 'string' },
    target: { type: 'string' },
    application: { type: 'string' },
    ...periodFlags.flags,
  },
  about: {
    action: 'One kind of change alone, such as grant.created',
    actor: 'Who did it: an id, or a part of the name',
    target: 'What it was done to: an id, or a part of the name',
    application: 'The identifier of the application that it was done in',
    ...periodFlags.about,
  },
  more: 'Needs the permission audit.read. To prove that nothing was left out or altered use “licet audit export”.',
  async run({ client, flags }) {
    const query = {
      action: choiceOf(flags, 'action', actions),
      ...textsOf(flags),
      ...periodOf(flags),
    };
    await printPieces((await client().audit.export({ query })).body);
    return 0;
  },
};

/** Every matching line of the sign-in log. */
export const exportSignIns: Command = {
  name: 'export sign-ins',
  summary: 'Print the sign-in log, oldest first: who came in, who was refused, and from where',
  takes: [],
  flags: { outcome: { type: 'string' }, ...periodFlags.flags },
  about: { outcome: `One outcome alone: ${outcomes.join(', ')}`, ...periodFlags.about },
  more: 'Needs the permission audit.read.',
  async run({ client, flags }) {
    const query = { outcome: choiceOf(flags, 'outcome', outcomes), ...periodOf(flags) };
    await printPieces((await client().audit.exportSignIns({ query })).body);
    return 0;
  },
};

const periodOf = (flags: Flags) => ({
  format: choiceOf(flags, 'format', formats),
  ...delimiterOf(flags, flags.format === 'csv', delimiters),
  from: textOf(flags.from),
  to: textOf(flags.to),
});
const textsOf = ({ actor, target, application }: Flags) => ({
  actor: textOf(actor),
  target: textOf(target),
  application: textOf(application),
});
const textOf = (given: Flags[string]) => (typeof given === 'string' ? given : undefined);
