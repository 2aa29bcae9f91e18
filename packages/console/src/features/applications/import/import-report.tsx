import type { Application, ImportReport } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { countText } from '../../../blocks/use-list.ts';
import { Callout } from '../../../ui/callout.tsx';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Facts } from '../../../ui/section.tsx';
import type { ImportKind } from './use-import.ts';
import { reportWords as words } from './words.ts';

/** The effects of an import, shown before it runs. */
export function ImportPreview({
  report,
  kind,
  name,
}: {
  report: ImportReport;
  kind: ImportKind;
  name: string | undefined;
}): ReactNode {
  const effects = createdEffects(report, words.new);
  return (
    <div className="stack">
      <p>
        {name === undefined
          ? words.pasted(kind === 'catalogue', report.lines)
          : words.named(name, kind === 'catalogue', report.lines)}
      </p>
      {effects.length === 0 ? (
        <Callout>
          <b>{words.nothing}</b> {words.nothingText}
        </Callout>
      ) : (
        <Effects effects={effects} />
      )}
      {report.unchanged > 0 && effects.length > 0 && <p className="text-faint">{words.unchanged(report.unchanged)}</p>}
    </div>
  );
}

/** Returns an effect for each kind of created items, with their number. */
function createdEffects({ created }: ImportReport, word: string): Effect[] {
  return MADE.filter((what) => created[what] > 0).map((what) => ({
    id: what,
    kind: 'gain',
    what: <b>{words[what](created[what])}</b>,
    names: words.notes[what] || undefined,
    word,
  }));
}

const MADE = ['users', 'permissions', 'roles', 'rolePermissions', 'grants'] as const;

const TABS = ['permissions', 'roles', 'grants'] as const;

/** The result of an import. */
export function ImportResult({ application, report }: { application: Application; report: ImportReport }): ReactNode {
  const effects = createdEffects(report, words.made);
  const linkTo = (tab: (typeof TABS)[number]) => (
    <TextLink
      key={tab}
      to="/applications/$application"
      params={{ application: application.id }}
      search={{ tab }}
      activeProps={{}}
    >
      {words.tabs[tab]}
    </TextLink>
  );
  return (
    <div className="stack">
      <Callout tone="yes" live>
        <b>{words.imported(report.lines)}</b> {report.unchanged > 0 && words.wereThere(report.unchanged)}
      </Callout>
      {effects.length > 0 && <Effects effects={effects} />}
      <Facts
        facts={[
          [
            words.change,
            report.change === null ? (
              <span key="change" className="text-faint">
                {words.noChange}
              </span>
            ) : (
              <TextLink key="change" to="/audit" search={{ application: application.id }}>
                {words.inAudit(countText(report.change))}
              </TextLink>
            ),
          ],
          [words.digest, <code key="digest">{report.digest}</code>],
        ]}
      />
      {report.created.users > 0 && report.change !== null && (
        <p>
          <TextLink to="/users" search={{ status: 'invited', import: report.change }}>
            {words.inviteThem(report.created.users)}
          </TextLink>
        </p>
      )}
      <p>{say(words.see, { links: <span className="inline-row">{TABS.map(linkTo)}</span> })}</p>
    </div>
  );
}
