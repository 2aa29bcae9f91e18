import type { ImportReport } from '@licet/contract';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/callout.tsx';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { counted, countText } from '../counts.ts';
import type { ImportKind } from './file-kind.ts';

/** What an import would make, before it is done. */
export function ImportPreview({
  report,
  kind,
  name,
}: {
  report: ImportReport;
  kind: ImportKind;
  name: string | undefined;
}): ReactNode {
  const effects = createdEffects(report, 'new');
  return (
    <div className="stack">
      <p>
        {name === undefined ? 'What you pasted' : name} has{' '}
        {kind === 'catalogue' ? counted(report.lines, 'role') : counted(report.lines, 'line')}, all of them good.
        Importing is one change: all of it, or nothing.
      </p>
      {effects.length === 0 ? (
        <Callout>
          <b>Nothing would change.</b> All of it is there already.
        </Callout>
      ) : (
        <Effects effects={effects} />
      )}
      {report.unchanged > 0 && effects.length > 0 && (
        <p className="text-faint">{countText(report.unchanged)} are there already and stay as they are.</p>
      )}
    </div>
  );
}

/** A line for each kind of thing that an import makes. */
export function createdEffects({ created }: ImportReport, word: string): Effect[] {
  const lines: readonly (readonly [keyof ImportReport['created'], string, string])[] = [
    ['users', 'user', 'without a password: they set one with a one-time link'],
    ['permissions', 'permission', 'in the catalogue'],
    ['roles', 'role', ''],
    ['rolePermissions', 'permission of a role', ''],
    ['grants', 'grant', 'from now on, without end'],
  ];
  return lines
    .filter(([key]) => created[key] > 0)
    .map(([key, one, note]) => ({
      id: key,
      kind: 'gain',
      what: (
        <b>
          {key === 'rolePermissions' ? counted(created[key], one, 'permissions of roles') : counted(created[key], one)}
        </b>
      ),
      names: note === '' ? undefined : note,
      word,
    }));
}
