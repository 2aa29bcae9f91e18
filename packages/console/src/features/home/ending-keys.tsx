import type { EndingClientKey } from '@licet/contract';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/links.tsx';
import { KeyRoundIcon } from '../../ui/page-icons.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt } from '../../ui/time.tsx';
import { words } from './words.ts';

/** Secrets and keys of programs that end soon, and programs that were left without any: to replace in time. */
export function EndingKeys({ keys }: { keys: readonly EndingClientKey[] }): ReactNode {
  if (keys.length === 0) return null;
  return (
    <Section title={words.endingKeys} n={keys.length}>
      <div className="lines">
        {keys.map(({ key, client, application }) => (
          <div key={key.id} className="ending-row">
            <span className="lead-column">
              {key.ended ? <StatusTag kind="no">{words.keyEnded}</StatusTag> : <EndsAt at={key.endsAt} />}
            </span>
            <span className="grow who">
              <KeyRoundIcon />
              <span className="ellipsis">{words.keyOf(key.name, client.name)}</span>
            </span>
            <span className="text-muted hide-on-phone">{application.name}</span>
            <ButtonLink
              small
              to="/applications/$application"
              params={{ application: application.id }}
              search={{ tab: 'clients', open: client.id }}
              aria-label={words.showKeysOf(client.name)}
            >
              {words.showKeys}
            </ButtonLink>
          </div>
        ))}
      </div>
    </Section>
  );
}
