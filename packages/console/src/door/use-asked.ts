import { useEffect, useState } from 'react';
import { ask, type Refusal, Refused } from './send.ts';

/** An answer of the server, once: nothing yet, the answer, or why there is none. */
export interface Asked {
  readonly answer?: Record<string, unknown>;
  readonly refusal?: Refusal;
}

export function useAsked(method: 'GET' | 'POST', path: string, body?: Readonly<Record<string, string>>): Asked {
  const [asked, setAsked] = useState<Asked>({});
  const sent = body && JSON.stringify(body);
  useEffect(() => {
    let gone = false;
    ask(method, path, sent === undefined ? undefined : JSON.parse(sent)).then(
      (answer) => !gone && setAsked({ answer }),
      (error: unknown) => !gone && error instanceof Refused && setAsked({ refusal: error.problem }),
    );
    return () => {
      gone = true;
    };
  }, [method, path, sent]);
  return asked;
}
