import type { Application, ImportReport } from '@licet/contract';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/callout.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Facts } from '../../../ui/section.tsx';
import { counted, countText } from '../counts.ts';
import { createdEffects } from './import-preview.tsx';

/** What an import did. */
export function ImportResult({ application, report }: { application: Application; report: ImportReport }): ReactNode {
  const effects = createdEffects(report, 'made');
  const links = [
    ['permissions', 'Permissions'],
    ['roles', 'Roles'],
    ['grants', 'Grants'],
  ] as const;
  return (
    <div className="stack">
      <Callout tone="yes" live>
        <b>{counted(report.lines, 'line')} imported.</b>{' '}
        {report.unchanged > 0 && `${countText(report.unchanged)} were there already.`}
      </Callout>
      {effects.length > 0 && <Effects effects={effects} />}
      <Facts
        facts={[
          [
            'Change',
            report.change === null ? (
              <span key="change" className="text-faint">
                None was needed
              </span>
            ) : (
              <TextLink key="change" to="/audit" search={{ application: application.id }}>
                {countText(report.change)} in the audit
              </TextLink>
            ),
          ],
          ['Digest', <code key="digest">{report.digest}</code>],
        ]}
      />
      <p className="inline-row">
        <span className="text-faint">See</span>
        {links.map(([tab, label]) => (
          <TextLink
            key={tab}
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab }}
            activeProps={{}}
          >
            {label}
          </TextLink>
        ))}
      </p>
    </div>
  );
}
