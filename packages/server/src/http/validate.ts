import type { Call, FieldError } from '@licet/contract';
import { faultOfIssue } from '@licet/contract/reasons';
import * as z from 'zod';
import { refuse, refuseFault } from '../refusal.ts';

/** The unvalidated parts of a request. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  readonly lastEventId?: string | readonly string[] | undefined;
}

/**
 * Validates a request against its call. Unknown fields and undeclared parts are refused.
 * @throws Refusal `invalid_request`, or `name_reserved` by a rule of the contract, with every faulty field
 */
export function validate(definition: Call, raw: RawInput) {
  const faults: FieldError[] = [];
  let reserved = false;
  let count = 0;
  const part = (schema: z.ZodType | undefined, value: unknown, mark: string) => {
    const result = (schema ?? nothing).safeParse(value, { reportInput: true });
    if (result.success) return schema ? result.data : undefined;
    const issues = firstOfEach(result.error.issues);
    for (const issue of issues) count += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    for (const issue of issues.slice(0, shown)) {
      reserved ||= 'params' in issue && issue.params?.code === 'name_reserved';
      for (const pointer of pointersOf(issue, mark)) faults.push({ pointer, ...faultOfIssue(issue) });
    }
    return undefined;
  };
  const params = part(definition.params, raw.params ?? {}, ':');
  const query = part(definition.query, raw.query ?? {}, '?');
  const streamed = definition.bodyType === 'text/plain'; // the reader of the body validates the text
  const body = streamed ? raw.body : part(definition.body, definition.body ? raw.body : (raw.body ?? {}), '/');
  if (faults.length > 0) {
    const [first] = faults;
    if (count === 1 && first) refuseFault(reserved ? 'name_reserved' : 'invalid_request', first);
    const errors = faults.slice(0, shown);
    if (reserved) refuse('name_reserved', 'names_refused', { count }, { errors });
    refuse('invalid_request', 'fields_refused', { count }, { errors });
  }
  return { params, query, body, ifMatch: versionIn(raw.ifMatch), lastEventId: eventIn(raw.lastEventId) };
}

/** Keeps only the first issue of each value, so that a value that breaks several rules counts as one fault. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const place = JSON.stringify(issue.path);
    return issue.code === 'unrecognized_keys' || (!seen.has(place) && seen.add(place));
  });
}

/** The maximum number of faults in one answer. */
const shown = 100;

const nothing = z.strictObject({});

// RFC 6901 section 3: ~ and / in a name are escaped.
function pointersOf(issue: z.core.$ZodIssue, mark: string): string[] {
  const unknown =
    issue.code === 'unrecognized_keys' ? issue.keys.slice(0, shown).map((key) => [key.slice(0, 100)]) : [[]];
  return unknown.map(
    (key) =>
      mark +
      [...issue.path.map(String), ...key].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/'),
  );
}

// The id of the last received event is only a hint, so an invalid one is ignored.
function eventIn(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function versionIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const match = /^"(\d{1,15})"$/.exec(header.trim());
  if (!match) refuse('invalid_request', 'if_match_form', {});
  return Number(match[1]);
}
