import type { Access } from './access.ts';
import { type Asked, askedOf, type Suggested } from './asked.ts';
import { compute } from './compute.ts';
import { preferExisting } from './prefer.ts';
import { setsOf, suggest } from './suggestion.ts';

let access: Access | undefined;

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'access') {
    access = data.access;
    return;
  }
  if (!access) return;
  if (data.kind === 'compute')
    compute(
      askedOf(access),
      (told) => self.postMessage(told),
      () => performance.now(),
    );
  else {
    const sets = preferExisting(access, setsOf(data.roles, access.permissions.length));
    const suggested: Suggested = { no: data.no, suggestion: suggest(access, sets, data.names) };
    self.postMessage(suggested);
  }
});
