import {
  at,
  can,
  compile,
  decode,
  explain,
  hasPermission,
  hasRole,
  isValid,
  MalformedTokenError,
  type On,
  type Token,
} from './index.ts';

/** A case in vectors/. The file vectors/schema.json describes the format. */
export interface Case {
  readonly name: string;
  readonly call: string;
  readonly token?: string;
  readonly payload?: string;
  readonly claims?: unknown;
  readonly now?: unknown;
  readonly role?: string;
  readonly permission?: string;
  readonly on?: unknown;
  readonly ask?: readonly Question[];
  readonly expect?: unknown;
  readonly untyped?: true;
  readonly parsers?: readonly string[];
}

interface Question {
  readonly can?: string;
  readonly hasRole?: string;
  readonly on?: unknown;
  readonly expect: boolean;
}

export function expected(each: Case): unknown {
  return each.ask === undefined ? each.expect : each.ask.map((ask) => ask.expect);
}

/**
 * Returns this package's result for a case. The code runs in any JavaScript runtime, so it uses no function of Node.
 */
export function answer(each: Case): unknown {
  if (each.call === 'decode') return decoded(each);
  const token = (each.payload === undefined ? each.claims : JSON.parse(each.payload)) as Token;
  const now = seconds(each.now) as number;
  const role = each.role as string;
  const permission = each.permission as string;
  const on = each.on as On;
  const answers: Record<string, () => unknown> = {
    isValid: () => isValid(token, now),
    hasRole: () => hasRole(token, role),
    hasPermission: () => hasPermission(token, permission),
    can: () => can(token, permission, now, on),
    explain: () => explain(token, permission, now, on),
    at: () => asked(at(token, on), each.ask),
    compile: () => asked(token, each.ask),
  };
  return answers[each.call]?.();
}

function asked(token: Token, questions: readonly Question[] = []): readonly boolean[] {
  const everywhere = compile(token);
  return questions.map((ask) => {
    const there = 'on' in ask ? everywhere.at(ask.on as On) : everywhere;
    return ask.can === undefined ? there.hasRole(ask.hasRole as string) : there.can(ask.can);
  });
}

/** Returns the case's `now`, which may be a number that JSON cannot express. */
export function seconds(now: unknown): unknown {
  return now !== null && typeof now === 'object' && 'float' in now ? Number(now.float) : now;
}

function decoded(each: Case): unknown {
  try {
    const { on, ...token } = decode(each.token ?? compact(each.payload ?? ''));
    return { token: JSON.parse(JSON.stringify(on.length ? { ...token, on } : token)) };
  } catch (error) {
    if (error instanceof MalformedTokenError) return { malformed: error.code };
    throw error;
  }
}

function compact(payload: string): string {
  const bytes = Array.from(new TextEncoder().encode(payload), (byte) => String.fromCharCode(byte)).join('');
  return `e30.${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.`;
}
